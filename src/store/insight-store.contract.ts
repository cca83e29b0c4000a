import { describe, expect, test } from "vitest";
import type { Insight, InsightStore } from "./insight-store.ts";

export interface InsightFixture extends AsyncDisposable {
  insights: InsightStore;
}

export function insightStoreContract(makeFixture: () => Promise<InsightFixture>): void {
  describe("insights", () => {
    test("are found by category and by every word, ignoring case and width, newest first", async () => {
      await using fixture = await makeFixture();
      const { insights } = fixture;
      const panes = insight(1, { category: "tmux", title: "Panes", content: "Targets are exact with =NAME" });
      const paste = insight(2, { category: "tmux", title: "Paste", content: "Bracketed paste, then ENTER" });
      const layout = insight(3, { category: "zellij", title: "Ｌａｙｏｕｔ", content: "名前は exact" });
      for (const one of [paste, layout, panes]) await insights.add(one);
      expect(await insights.find({})).toEqual([layout, paste, panes]);
      expect(await insights.find({ category: "tmux" })).toEqual([paste, panes]);
      expect(await insights.find({ words: ["exact"] })).toEqual([layout, panes]);
      expect(await insights.find({ words: ["EXACT", "layout", "名前"] })).toEqual([layout]);
      expect(await insights.find({ category: "zellij", words: ["paste"] })).toEqual([]);
      expect(await insights.find({ category: "none" })).toEqual([]);
    });

    test.for(["../..", "a/b", ".", "", "名".repeat(100), "with space", "A.B", "\ud800"])(
      "accept %j as a category",
      async (category) => {
        await using fixture = await makeFixture();
        const one = insight(1, { category });
        await fixture.insights.add(one);
        await fixture.insights.add(insight(2, { category: "other" }));
        expect(await fixture.insights.find({ category })).toEqual([one]);
      },
    );

    test("an insight added twice under one id is stored once", async () => {
      await using fixture = await makeFixture();
      await fixture.insights.add(insight(1, {}));
      await fixture.insights.add(insight(1, { title: "corrected" }));
      expect(await fixture.insights.find({})).toEqual([insight(1, { title: "corrected" })]);
    });
  });
}

export function insight(day: number, fields: Partial<Insight>): Insight {
  return {
    ...{ id: `insight-${day}`, category: "general", title: "Title", content: "Content", author: "inferno" },
    session: "ovld-test",
    timestamp: `2025-01-0${day}T00:00:00.000Z`,
    ...fields,
  };
}
