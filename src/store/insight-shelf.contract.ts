import { describe, expect, test } from "vitest";
import type { Insight, InsightShelf } from "./insight-shelf.ts";

export interface ShelfWorld extends AsyncDisposable {
  shelf: InsightShelf;
}

export function insightShelfContract(makeWorld: () => Promise<ShelfWorld>): void {
  describe("insights", () => {
    test("are found by category and by every word, whatever its case and width, newest first", async () => {
      await using world = await makeWorld();
      const { shelf } = world;
      const panes = insight(1, { category: "tmux", title: "Panes", content: "Targets are exact with =NAME" });
      const paste = insight(2, { category: "tmux", title: "Paste", content: "Bracketed paste, then ENTER" });
      const layout = insight(3, { category: "zellij", title: "Ｌａｙｏｕｔ", content: "名前は exact" });
      for (const one of [paste, layout, panes]) await shelf.add(one);
      expect(await shelf.find({})).toEqual([layout, paste, panes]);
      expect(await shelf.find({ category: "tmux" })).toEqual([paste, panes]);
      expect(await shelf.find({ words: ["exact"] })).toEqual([layout, panes]);
      expect(await shelf.find({ words: ["EXACT", "layout", "名前"] })).toEqual([layout]);
      expect(await shelf.find({ category: "zellij", words: ["paste"] })).toEqual([]);
      expect(await shelf.find({ category: "none" })).toEqual([]);
    });

    test.for(["../..", "a/b", ".", "", "名".repeat(100), "with space", "A.B", "\ud800"])(
      "take %j as a category like any other",
      async (category) => {
        await using world = await makeWorld();
        const one = insight(1, { category });
        await world.shelf.add(one);
        await world.shelf.add(insight(2, { category: "other" }));
        expect(await world.shelf.find({ category })).toEqual([one]);
      },
    );

    test("added again under the same id is one insight", async () => {
      await using world = await makeWorld();
      await world.shelf.add(insight(1, {}));
      await world.shelf.add(insight(1, { title: "corrected" }));
      expect(await world.shelf.find({})).toEqual([insight(1, { title: "corrected" })]);
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
