import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type TestContext, test, vi } from "vitest";
import { without } from "#test/support/programs.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal } from "#test/support/terminal.ts";
import type { Multiplexer, MultiplexerKind, MultiplexerOptions, PaneId } from "./multiplexer.ts";
import type { PaneInput, PaneView } from "./pane-input.ts";
import type { PaneWatcher } from "./pane-watcher.ts";
import type { PlannedPane } from "./session-plan.ts";

type Watched = Multiplexer & PaneInput & PaneWatcher;

export interface PaneWatcherCase {
  open(options: MultiplexerOptions): Watched;
  /** Command line that shows the session on a terminal. */
  attach(session: string): string[];
  /** Whether the multiplexer reports the time of the last key. */
  tellsKeys: boolean;
}

export interface PaneWatcherFixture {
  multiplexer: Watched;
  pane: Record<"shown" | "beside" | "hidden", PaneId>;
}

interface Fixture extends PaneWatcherFixture {
  army: TemporaryArmy;
}

/** Makes a fixture for one test, or skips the test. */
export type RunPaneWatcher = (
  context: TestContext,
  work: (fixture: PaneWatcherFixture) => Promise<void>,
) => Promise<void>;

interface Watching extends AsyncDisposable {
  views: PaneView[];
  /** Resolves with the latest view or a later one that shows the text. */
  sees(text: string): Promise<PaneView>;
  /** The error code of the watch, undefined after a normal end. */
  ended: Promise<string | undefined>;
}

export const WATCHED_SESSION = "ovld-watched";
const SESSION = WATCHED_SESSION;
const WAIT = { timeout: 60_000, interval: 20 };

/** Contract of `PaneWatcher`, tested on the real multiplexer. */
export function paneWatcherContract(kind: MultiplexerKind, { open, attach, tellsKeys }: PaneWatcherCase): void {
  const run = async (context: TestContext, work: (fixture: Fixture) => Promise<void>) => {
    const missing = [kind, "tmux"].map(without).find(Boolean) || undefined;
    context.skip(missing !== undefined, missing);
    await using army = await temporaryArmy();
    await work(await fixtureIn(army, open({ program: kind, env: army.env })));
  };
  paneWatcherPromises(kind, run);
  const live = (name: string, work: (fixture: Fixture) => Promise<void>) =>
    test(`${kind}: ${name}`, { timeout: 180_000 }, (context) => run(context, work));
  const person = ({ army }: Fixture) => openTerminal(attach(SESSION), { cwd: army.project, env: army.env });

  live("watches a pane in a hidden tab while a client is attached", async (fixture) => {
    const { multiplexer, pane } = fixture;
    await using terminal = await person(fixture);
    await terminal.sees("ready");
    await using watching = watch(fixture, pane.hidden);
    await watching.sees("ready");
    await multiplexer.type(SESSION, pane.hidden, "unseen");
    await watching.sees("[unseen]");
    expect(await multiplexer.focused(SESSION)).toBe(pane.shown);
  });

  live("personAt ignores watching programs and finds a person only at the shown pane", async (fixture) => {
    const { multiplexer, pane } = fixture;
    await using watching = watch(fixture, pane.shown);
    await watching.sees("ready");
    expect(await multiplexer.personAt(SESSION, pane.shown)).toBeUndefined();
    expect(await multiplexer.focused(SESSION)).toBeUndefined();
    await using terminal = await person(fixture);
    await terminal.sees("ready");
    await vi.waitFor(async () => expect(await multiplexer.personAt(SESSION, pane.shown)).toBeDefined(), WAIT);
    expect(await multiplexer.personAt(SESSION, pane.hidden)).toBeUndefined();
    const before = Date.now();
    await terminal.type("by hand");
    await watching.sees("[by hand]");
    const found = await multiplexer.personAt(SESSION, pane.shown);
    if (tellsKeys) expect(found?.lastKey).toBeGreaterThanOrEqual(Math.floor(before / 1000) * 1000);
    else expect(found).toEqual({});
  });
}

/** Contract of `PaneWatcher` without an attached client. */
export function paneWatcherPromises(multiplexerName: string, run: RunPaneWatcher): void {
  const withFixture = (name: string, work: (fixture: PaneWatcherFixture) => Promise<void>) =>
    test(`${multiplexerName}: ${name}`, { timeout: 180_000 }, (context) => run(context, work));

  withFixture("a watch emits a view at once and after every change, with colours, cursor and size", async (fixture) => {
    const { multiplexer, pane } = fixture;
    await using watching = watch(fixture, pane.hidden);
    await watching.sees("ready");
    for (const word of ["one", "two", "\n%end 1 2 1", "三"]) {
      await multiplexer.type(SESSION, pane.hidden, `\r${word}`);
      const view = await watching.sees(`${word.split("\n").at(-1)}]`);
      expect(view).toMatchObject({ state: "running", size: { columns: expect.any(Number), rows: expect.any(Number) } });
      expect(view.screen).toContain("\u001b[31m");
      expect(view.cursor?.row).toBeGreaterThan(0);
    }
    await multiplexer.type(SESSION, pane.beside, "elsewhere");
    expect(watching.views.filter(({ screen }) => screen.includes("elsewhere"))).toEqual([]);
  });

  withFixture("a slow reader gets the newest view, not all", async ({ multiplexer, pane }) => {
    const ending = new AbortController();
    const views = multiplexer.watchScreen(SESSION, pane.hidden, ending.signal)[Symbol.asyncIterator]();
    await views.next();
    for (let turn = 1; turn <= 20; turn++) await multiplexer.type(SESSION, pane.hidden, `\r${turn} `);
    await vi.waitFor(async () => expect(await multiplexer.screen(SESSION, pane.hidden)).toContain("[20 ]"), WAIT);
    let last: PaneView | undefined;
    let asked = 0;
    for (; !last?.screen.includes("[20 ]"); asked++) last = (await views.next()).value ?? undefined;
    expect(asked).toBeLessThanOrEqual(2);
    ending.abort();
    expect(await views.next()).toMatchObject({ done: true });
  });

  withFixture(
    "a watch ends with the program's last screen, and throws when the pane or session goes",
    async (fixture) => {
      const { multiplexer, pane } = fixture;
      await using watching = watch(fixture, pane.beside);
      await using other = watch(fixture, pane.hidden);
      await Promise.all([watching.sees("ready"), other.sees("ready")]);
      await multiplexer.type(SESSION, pane.beside, "\u0004");
      expect(await watching.ended).toBeUndefined();
      expect(watching.views.at(-1)).toMatchObject({ state: "exited", screen: expect.stringContaining("farewell") });
      await multiplexer.end(SESSION);
      expect(await other.ended).toBe("session-ended");
      await expect(first(multiplexer, SESSION, pane.hidden)).rejects.toMatchObject({ code: "session-ended" });
    },
  );

  withFixture("a program that ends without output ends the watch too", async (fixture) => {
    const { multiplexer, pane } = fixture;
    await using watching = watch(fixture, pane.hidden);
    await watching.sees("ready");
    await multiplexer.type(SESSION, pane.hidden, "\u001d");
    expect(await watching.ended).toBeUndefined();
    expect(watching.views.at(-1)).toMatchObject({ state: "exited", screen: expect.stringContaining("ready") });
  });

  withFixture("a missing pane is an error", async ({ multiplexer, pane }) => {
    const unknown = pane.shown.replace(/\d+$/, "4711");
    await expect(first(multiplexer, SESSION, unknown)).rejects.toMatchObject({ code: "pane-gone" });
    await expect(multiplexer.personAt(SESSION, unknown)).rejects.toMatchObject({ code: "pane-gone" });
    await expect(multiplexer.personAt("ovld-none", pane.shown)).rejects.toMatchObject({ code: "session-ended" });
  });

  withFixture("a pane is resized if the multiplexer supports it, and the watch shows the new size", async (fixture) => {
    const { multiplexer, pane } = fixture;
    await using watching = watch(fixture, pane.shown);
    const { size } = await watching.sees("ready");
    if (!multiplexer.resizePane) return expect(multiplexer.kind).toBe("zellij");
    const wanted = { columns: size!.columns - 7, rows: size!.rows };
    await multiplexer.resizePane(SESSION, pane.shown, wanted);
    await vi.waitFor(() => expect(watching.views.at(-1)?.size).toEqual(wanted), WAIT);
  });
}

function watch({ multiplexer }: PaneWatcherFixture, pane: PaneId): Watching {
  const ending = new AbortController();
  const views: PaneView[] = [];
  const ended = (async () => {
    try {
      for await (const view of multiplexer.watchScreen(SESSION, pane, ending.signal)) views.push(view);
      return undefined;
    } catch (error) {
      return (error as { code: string }).code;
    }
  })();
  return {
    views,
    ended,
    sees: (text) =>
      vi.waitFor(() => {
        const found = views.findLast(({ screen }) => screen.includes(text));
        if (found) return found;
        throw new Error(`not seen: ${text}, but: ${views.at(-1)?.screen}`);
      }, WAIT),
    async [Symbol.asyncDispose]() {
      ending.abort();
      await ended;
    },
  };
}

async function first(multiplexer: Watched, session: string, pane: PaneId): Promise<PaneView | undefined> {
  for await (const view of multiplexer.watchScreen(session, pane, new AbortController().signal)) return view;
  return undefined;
}

/** Prints its input since the last Enter in red, and ends on a certain input. */
const PROGRAM = `
let given = "";
const draw = () => process.stdout.write("\\x1b[2J\\x1b[Hready\\r\\n\\x1b[31m[" + given.replaceAll("\\n", "\\r\\n") + "]\\x1b[39m");
process.stdin.setRawMode(true).setEncoding("utf8").on("data", (text) => {
  if (text.includes("\\u001d")) return void setTimeout(process.exit, 500);
  if (text.includes("\\u0004")) {
    process.stdout.write("\\r\\nfarewell\\r\\n");
    process.exit();
  }
  given = (given + text).split("\\r").at(-1);
  draw();
});
process.stdout.on("resize", draw);
draw();
`;

async function fixtureIn(army: TemporaryArmy, multiplexer: Watched): Promise<Fixture> {
  const program = join(army.folder, "program.cjs");
  await writeFile(program, PROGRAM);
  const pane = (title: string): PlannedPane => ({
    kind: "pane",
    title,
    launch: { argv: [process.execPath, program] },
  });
  const tabs = [
    { name: "one", focus: true, split: "columns", panes: [pane("shown"), pane("beside")] },
    { name: "two", focus: false, split: "columns", panes: [pane("hidden")] },
  ] as const;
  const opened = await multiplexer.open(
    { session: SESSION, directory: army.project, tabs },
    { folder: join(army.folder, "session") },
  );
  const ids = Object.fromEntries(opened.map(({ title, id }) => [title, id])) as Fixture["pane"];
  for (const id of Object.values(ids))
    await vi.waitFor(async () => expect(await multiplexer.screen(SESSION, id)).toContain("ready"), WAIT);
  return { army, multiplexer, pane: ids };
}
