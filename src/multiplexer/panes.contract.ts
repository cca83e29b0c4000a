import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { expect, type TestContext, test, vi } from "vitest";
import type { Multiplexer, PaneId } from "./multiplexer.ts";
import type { Launch, PlannedPane, SessionPlan } from "./session-plan.ts";

/** A multiplexer, and programs to run in its panes. */
export interface PanesFixture {
  multiplexer: Multiplexer;
  /** The same multiplexer, opened like by another process. */
  other: Multiplexer;
  /** Folder for files of sessions. */
  folder: string;
  /** Five recorders in two tabs: programs that print `ready 準備` and record each byte of their input. */
  plan(session: string): SessionPlan;
  typed(session: string, title: string): Promise<Buffer>;
  /** Number of running recorders of a session. */
  running(session: string): number;
  /** Programs that fail at once, and with status 3 after `endLater`. */
  endings: Readonly<Record<"at-once" | "later", Launch["argv"]>>;
  endLater(): Promise<void>;
  /** Starts a session of another program. */
  startForeign(name: string): Promise<void>;
}

/** Makes a fixture for one test, or skips the test. */
export type RunPanes = (context: TestContext, work: (fixture: PanesFixture) => Promise<void>) => Promise<void>;

const WAIT = { timeout: 30_000, interval: 50 };

/** Contract of sessions and panes without an attached client. */
export function panesContract(multiplexerName: string, run: RunPanes): void {
  const withFixture = (name: string, work: (fixture: PanesFixture) => Promise<void>) =>
    test(`${multiplexerName}: ${name}`, { timeout: 120_000 }, (context) => run(context, work));

  withFixture(
    "opens every pane of a plan, with its name, tab, order and size",
    async ({ multiplexer, folder, plan }) => {
      await multiplexer.open(plan("ovld-a"), { folder });
      const panes = await multiplexer.panes("ovld-a");
      expect(panes.map(({ tab, title, state }) => [tab, title, state])).toEqual([
        ["first", "left", "running"],
        ["first", "right", "running"],
        ["second", "top", "running"],
        ["second", "middle", "running"],
        ["second", "bottom", "running"],
      ]);
      const [left, right, top, middle, bottom] = panes;
      expect(left!.columns / (left!.columns + right!.columns)).toBeCloseTo(0.4, 1);
      expect(left!.rows).toBe(right!.rows);
      expect(top!.columns).toBe(bottom!.columns);
      for (const part of [middle!, bottom!]) expect(Math.abs(part.rows - top!.rows)).toBeLessThanOrEqual(2);
      expect(new Set(panes.map(({ id }) => id)).size).toBe(5);
    },
  );

  withFixture("types any text byte for byte, by the pane's id", async (fixture) => {
    const { multiplexer, folder, plan, typed } = fixture;
    await multiplexer.open(plan("ovld-a"), { folder });
    const texts = [
      "-leading dash",
      "--",
      `"double" 'single' \`back\` $HOME $(id) \\ \\n ; trailing ;`,
      "two\nlines\tand a tab\r",
      "日本語 👑 e\u0301 👩‍👩‍👧",
      "\u001b[A\u0003\u007f",
      "a\0b\0",
      `${"魔王軍👑 the quick brown fox\n".repeat(3000)}end`,
    ];
    const bottom = await readyPane(fixture, "ovld-a", "bottom");
    for (const text of texts) await multiplexer.type("ovld-a", bottom, text);
    const expected = Buffer.from(texts.join(""));
    expect(expected.length).toBeGreaterThan(100_000);
    await vi.waitFor(async () => expect((await typed("ovld-a", "bottom")).length).toBe(expected.length), WAIT);
    expect((await typed("ovld-a", "bottom")).equals(expected)).toBe(true);
    for (const other of ["left", "right", "top", "middle"]) expect(await typed("ovld-a", other)).toHaveLength(0);
  });

  withFixture("a missing pane or session is an error for every method", async ({ multiplexer, folder, plan }) => {
    await multiplexer.open(plan("ovld-a"), { folder });
    const [left] = await multiplexer.panes("ovld-a");
    const unknown = left!.id.replace(/\d+$/, "4711");
    await expect(multiplexer.type("ovld-a", unknown, "x")).rejects.toMatchObject({ code: "pane-gone" });
    await expect(multiplexer.screen("ovld-a", unknown)).rejects.toMatchObject({ code: "pane-gone" });
    await expect(multiplexer.focus("ovld-a", unknown)).rejects.toMatchObject({ code: "pane-gone" });
    await expect(multiplexer.panes("ovld-")).rejects.toMatchObject({ code: "session-ended" });
    await expect(multiplexer.type("ovld-b", left!.id, "x")).rejects.toMatchObject({ code: "session-ended" });
    await expect(multiplexer.attach("ovld-b")).rejects.toMatchObject({ code: "session-ended" });
  });

  withFixture("reports a program that has ended, at once or later", async (fixture) => {
    const { multiplexer, folder, plan, endings } = fixture;
    const { directory, tabs } = plan("");
    const panes = (["at-once", "later"] as const).map((title): PlannedPane => {
      return { kind: "pane", title, launch: { argv: endings[title] } };
    });
    const extra = { name: "third", focus: false, split: "columns", panes } as const;
    await multiplexer.open({ session: "ovld-a", directory, tabs: [...tabs, extra] }, { folder });
    const states = async () =>
      Object.fromEntries((await multiplexer.panes("ovld-a")).map(({ title, state }) => [title, state]));
    await vi.waitFor(
      async () => expect(await states()).toMatchObject({ "at-once": "exited", later: "running", left: "running" }),
      WAIT,
    );
    await fixture.endLater();
    await vi.waitFor(async () => expect(await states()).toMatchObject({ later: "exited", left: "running" }), WAIT);
    expect((await multiplexer.panes("ovld-a")).find(({ title }) => title === "later")?.exitStatus).toBe(3);
    for (const { title } of panes)
      await expect(multiplexer.type("ovld-a", await idOf(multiplexer, "ovld-a", title), "\r")).rejects.toMatchObject({
        code: "pane-exited",
      });
  });

  withFixture("shows the screen of a pane", async ({ multiplexer, folder, plan }) => {
    await multiplexer.open(plan("ovld-a"), { folder });
    const middle = await idOf(multiplexer, "ovld-a", "middle");
    await vi.waitFor(async () => expect(await multiplexer.screen("ovld-a", middle)).toContain("ready 準備"), WAIT);
  });

  withFixture(
    "ends a session with all programs, and a second time without an error",
    async ({ multiplexer, folder, plan, running }) => {
      await multiplexer.open(plan("ovld-a"), { folder });
      await vi.waitUntil(() => running("ovld-a") >= 5, WAIT);
      await multiplexer.end("ovld-a");
      expect(await multiplexer.sessions()).toEqual([]);
      await vi.waitUntil(() => running("ovld-a") === 0, WAIT);
      await multiplexer.end("ovld-a");
      await multiplexer.end("ovld-never-was");
      await multiplexer.open(plan("ovld-a"), { folder });
      expect(await multiplexer.panes("ovld-a")).toHaveLength(5);
    },
  );

  withFixture("two sessions never mix, and another program's session is untouched", async (fixture) => {
    const { multiplexer, folder, plan, typed } = fixture;
    await fixture.startForeign("theirs");
    const names = ["ovld-a", "ovld-a-2"];
    await Promise.all(names.map((name) => multiplexer.open(plan(name), { folder: join(folder, name) })));
    for (const name of names) await multiplexer.type(name, await idOf(multiplexer, name, "left"), `for ${name}`);
    for (const name of names)
      await vi.waitFor(async () => expect(String(await typed(name, "left"))).toBe(`for ${name}`), WAIT);
    await multiplexer.end("ovld-a");
    expect((await multiplexer.sessions()).map(({ name }) => name).sort()).toEqual(["ovld-a-2", "theirs"]);
    // Input for an ended session goes nowhere, also with several other sessions running.
    await expect(multiplexer.panes("ovld-a")).rejects.toMatchObject({ code: "session-ended" });
    await expect(multiplexer.focused("ovld-a")).rejects.toMatchObject({ code: "session-ended" });
    expect(await multiplexer.panes("ovld-a-2")).toHaveLength(5);
  });

  withFixture("concurrent starts succeed under concurrent queries", async (fixture) => {
    const { multiplexer, other, folder, plan } = fixture;
    const names = ["ovld-a", "ovld-b", "ovld-c"];
    let isDone = false;
    const asking = (async () => {
      while (!isDone) await other.sessions();
    })();
    await Promise.all(names.map((name) => multiplexer.open(plan(name), { folder: join(folder, name) })));
    isDone = true;
    await asking;
    expect((await multiplexer.sessions()).map(({ name }) => name).sort()).toEqual(names);
    for (const name of names) expect(await multiplexer.panes(name)).toHaveLength(5);
  });

  withFixture("a taken name is refused, and its session keeps running", async ({ multiplexer, folder, plan }) => {
    await multiplexer.open(plan("ovld-a"), { folder });
    const before = await multiplexer.panes("ovld-a");
    await expect(multiplexer.open(plan("ovld-a"), { folder })).rejects.toMatchObject({ code: "session-taken" });
    expect(await multiplexer.panes("ovld-a")).toEqual(before);
  });

  withFixture("an abort while opening leaves nothing", async ({ multiplexer, folder, plan, running }) => {
    for (const delay of [0, 30, 100, 200]) {
      const controller = new AbortController();
      const opening = multiplexer.open(plan("ovld-a"), { folder, signal: controller.signal }).then(
        () => "opened",
        (error: { code: string }) => error.code,
      );
      await after(delay);
      controller.abort();
      if ((await opening) === "opened") await multiplexer.end("ovld-a");
      else expect(await opening).toBe("cancelled");
      expect(await multiplexer.sessions()).toEqual([]);
    }
    await vi.waitUntil(() => running("ovld-a") === 0, WAIT);
    await expect(multiplexer.open(plan("ovld-a"), { folder, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "cancelled",
    });
    expect(await multiplexer.sessions()).toEqual([]);
  });

  withFixture("opens a session with the longest allowed name", async ({ multiplexer, folder, plan }) => {
    const name = `ovld-${"x".repeat(multiplexer.maxNameBytes() - 5)}`;
    await multiplexer.open(plan(name), { folder });
    expect(await multiplexer.panes(name)).toHaveLength(5);
  });
}

/** Five panes in two tabs, each with its recorder. */
export function recordersPlan(
  session: string,
  directory: string,
  recorder: (title: string) => Launch["argv"],
): SessionPlan {
  const pane = (title: string, size: string): PlannedPane => {
    return { kind: "pane", title, size, launch: { argv: recorder(title) } };
  };
  const thirds = [pane("top", "33%"), pane("middle", "33%"), pane("bottom", "34%")];
  return {
    ...{ session, directory },
    tabs: [
      { name: "first", focus: true, split: "columns", panes: [pane("left", "40%"), pane("right", "60%")] },
      { name: "second", focus: false, split: "rows", panes: thirds },
    ],
  };
}

export async function idOf(multiplexer: Multiplexer, session: string, title: string): Promise<PaneId> {
  const pane = (await multiplexer.panes(session)).find((each) => each.title === title);
  if (!pane) throw new Error(`there is no pane ${title}`);
  return pane.id;
}

/** The pane once its recorder reads raw input: before that, its terminal would change some bytes. */
export async function readyPane({ multiplexer }: PanesFixture, session: string, title: string): Promise<PaneId> {
  const id = await idOf(multiplexer, session, title);
  await vi.waitFor(async () => expect(await multiplexer.screen(session, id)).toContain("ready 準備"), WAIT);
  return id;
}
