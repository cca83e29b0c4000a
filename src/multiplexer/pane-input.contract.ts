import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type TestContext, test, vi } from "vitest";
import { systemClock } from "#base/clock.ts";
import { skipWithout } from "#test/support/programs.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { withLine } from "./line-steps.ts";
import type { Multiplexer, MultiplexerKind, MultiplexerOptions, PaneId } from "./multiplexer.ts";
import type { PaneInput, PaneView } from "./pane-input.ts";
import type { PlannedPane } from "./session-plan.ts";

export interface PaneInputCase {
  open(options: MultiplexerOptions): Multiplexer & PaneInput;
  /** Puts the pane into copy mode; absent where the multiplexer has none per pane. */
  startCopyMode?(army: TemporaryArmy, pane: PaneId): Promise<void>;
}

export interface PaneInputFixture {
  multiplexer: Multiplexer & PaneInput;
  pane: Record<"agent" | "plain" | "shell" | "ended", PaneId>;
  /** A program's input so far, one entry for each read. */
  reads(title: "agent" | "plain"): Promise<string[]>;
  /** Ends the program of the pane `ended` with status 5. */
  end(): Promise<void>;
  /** A file that does not exist. */
  mark: string;
  /** Puts the pane into copy mode. */
  startCopyMode(pane: PaneId): Promise<void>;
}

/** Makes a fixture for one test, or skips the test. */
export type RunPaneInput = (context: TestContext, work: (fixture: PaneInputFixture) => Promise<void>) => Promise<void>;

export const PANE_INPUT_SESSION = "ovld-pane-input";
const SESSION = PANE_INPUT_SESSION;
/** Milliseconds for which a check guards the steps of a line. */
const CHECK_LIFE = 100;
const WAIT = { timeout: 30_000, interval: 50 };
const ESCAPE = "\u001b";
/** The text inside the brackets of a bracketed paste. */
const bracketed = (text: string) => `${ESCAPE}[200~${text}${ESCAPE}[201~`;

/** Contract of `PaneInput`, tested on the real multiplexer. */
export function paneInputContract(kind: MultiplexerKind, real: PaneInputCase): void {
  const run: RunPaneInput = async (context, work) => {
    skipWithout(context, kind);
    await using army = await temporaryArmy();
    await work(await fixtureIn(army, kind, real));
  };
  paneInputPromises(kind, run, { hasCopyMode: real.startCopyMode !== undefined });
}

export function paneInputPromises(
  multiplexerName: string,
  run: RunPaneInput,
  { hasCopyMode }: { hasCopyMode: boolean },
): void {
  const withFixture = (name: string, work: (fixture: PaneInputFixture) => Promise<void>) =>
    test(`${multiplexerName}: ${name}`, { timeout: 120_000 }, (context) => run(context, work));

  withFixture(
    "look returns the screen and program of a pane, and changes nothing",
    async ({ multiplexer, pane, reads }) => {
      const view = await multiplexer.look(SESSION, pane.agent);
      expect(view).toMatchObject({ state: "running", foreground: "node", inCopyMode: false });
      expect(view.screen).toMatch(new RegExp(`${ESCAPE}\\[31m[^準]*準備`));
      expect(view.cursor).toEqual({ row: 1, column: 2 });
      const found = (await multiplexer.panes(SESSION)).find(({ id }) => id === pane.agent);
      expect(view.size).toEqual({ columns: found?.columns, rows: found?.rows });
      expect(await reads("agent")).toEqual([]);
    },
  );

  withFixture("a pasted text is one piece and is not submitted; Enter is a separate event", async (fixture) => {
    const { multiplexer, pane, reads } = fixture;
    const view = await seen(fixture, "agent", await multiplexer.paste(SESSION, pane.agent, "You have mail"), "mail");
    expect(view.screen).toContain("> You have mail");
    const pasted = await reads("agent");
    expect(pasted.join("")).toBe(bracketed("You have mail"));
    await multiplexer.enter(SESSION, pane.agent);
    await vi.waitFor(async () => expect((await reads("agent")).slice(pasted.length)).toEqual(["\r"]), WAIT);
  });

  const texts = {
    "a semicolon at the end": "one; two ;",
    "a dash at the start": "--help -t x",
    "characters of shells and formats": `$(id) \`id\` "q" 'q' \\ #{pane_id} #(id) %H ~ {} !`,
    Japanese: "メッセージが届いています。check_inbox を呼んでください。👑",
    "several lines": "first\nsecond\n\n  third",
    "10 KB": "魔王軍 the quick brown fox ".repeat(400).slice(0, 10_000),
  };
  for (const [name, text] of Object.entries(texts))
    withFixture(
      `${name}arrives byte for byte, with and without bracketed paste`,
      async ({ multiplexer, pane, reads }) => {
        for (const title of ["agent", "plain"] as const) {
          await multiplexer.paste(SESSION, pane[title], text);
          const expected = title === "agent" ? bracketed(text) : text;
          await vi.waitFor(async () => expect((await reads(title)).join("")).toBe(expected), WAIT);
        }
      },
    );

  withFixture("nothing is written to a shell, and the view names the shell", async ({ multiplexer, pane, mark }) => {
    const shell = { state: "running", foreground: expect.stringMatching(/^-?(ba|da)?sh$/) };
    expect(await multiplexer.paste(SESSION, pane.shell, `touch ${mark}`)).toMatchObject(shell);
    expect(await multiplexer.enter(SESSION, pane.shell)).toMatchObject(shell);
    await multiplexer.type(SESSION, pane.shell, "echo do''ne\r");
    const shown = await vi.waitFor(async () => {
      const { screen } = await multiplexer.look(SESSION, pane.shell);
      expect(screen).toMatch(new RegExp(`\n(${ESCAPE}\\[m)?done`));
      return screen;
    }, WAIT);
    expect(shown).not.toContain("touch");
    expect(existsSync(mark)).toBe(false);
  });

  withFixture(
    "nothing is written to an ended program, and its last screen stays",
    async ({ multiplexer, pane, end }) => {
      const screen = async () => (await multiplexer.look(SESSION, pane.ended)).screen;
      await vi.waitFor(async () => expect(await screen()).toContain("last words"), WAIT);
      await end();
      await vi.waitFor(
        async () => expect(await multiplexer.look(SESSION, pane.ended)).toMatchObject({ state: "exited" }),
        WAIT,
      );
      for (const view of [
        await multiplexer.paste(SESSION, pane.ended, "lost text"),
        await multiplexer.enter(SESSION, pane.ended),
      ]) {
        expect(view).toMatchObject({ state: "exited", screen: expect.stringContaining("last words") });
        expect(view.screen).not.toContain("lost text");
      }
      const panes = await multiplexer.panes(SESSION);
      expect(panes.find(({ id }) => id === pane.ended)).toMatchObject({ state: "exited", exitStatus: 5 });
    },
  );

  withFixture(
    "the steps of a line paste, show the screen after it, and press Enter",
    async ({ multiplexer, pane, reads }) => {
      await withLine(multiplexer, SESSION, pane.agent, async ({ look, screen, paste, enter }) => {
        expect(await look()).toMatchObject({ state: "running", foreground: "node", inCopyMode: false });
        let view = await paste("You have mail");
        for (const limit = Date.now() + WAIT.timeout; !view.screen.includes("mail") && Date.now() < limit; )
          view = await screen();
        expect(view).toMatchObject({ state: "running", foreground: "node" });
        expect(view.screen).toContain("> You have mail");
        expect((await reads("agent")).join("")).toBe(bracketed("You have mail"));
        await enter();
        await vi.waitFor(async () => expect((await reads("agent")).at(-1)).toBe("\r"), WAIT);
      });
    },
  );

  withFixture("the steps of a line write nothing to a shell", async ({ multiplexer, pane, mark }) => {
    const shell = { state: "running", foreground: expect.stringMatching(/^-?(ba|da)?sh$/) };
    await withLine(multiplexer, SESSION, pane.shell, async ({ look, paste, enter }) => {
      expect(await look()).toMatchObject(shell);
      for (const view of [await paste(`touch ${mark}`), await enter()]) {
        expect(view).toMatchObject(shell);
        expect(view.screen).not.toContain("touch");
      }
    });
    expect(existsSync(mark)).toBe(false);
  });

  withFixture("a line does not press Enter after the end of the program", async ({ multiplexer, pane, end }) => {
    await withLine(multiplexer, SESSION, pane.ended, async ({ look, paste, enter }) => {
      expect(await look()).toMatchObject({ state: "running" });
      await paste("text");
      const checkedAt = systemClock.elapsed();
      await end();
      const panes = async () => (await multiplexer.panes(SESSION)).find(({ id }) => id === pane.ended);
      await vi.waitFor(async () => expect(await panes()).toMatchObject({ state: "exited" }), WAIT);
      await vi.waitFor(() => expect(systemClock.elapsed() - checkedAt).toBeGreaterThan(CHECK_LIFE), WAIT);
      expect(await enter()).toMatchObject({ state: "exited", screen: expect.stringContaining("last words") });
      expect(await paste("lost text")).toMatchObject({ state: "exited", screen: expect.not.stringContaining("lost") });
      expect(await panes()).toMatchObject({ state: "exited", exitStatus: 5 });
    });
  });

  withFixture("a missing pane or session is an error", async ({ multiplexer, pane }) => {
    const unknown = pane.agent.replace(/\d+$/, "4711");
    const line = (session: string, id: PaneId) => withLine(multiplexer, session, id, ({ look }) => look());
    for (const step of [multiplexer.look, multiplexer.enter, paster(multiplexer), line]) {
      await expect(step(SESSION, unknown)).rejects.toMatchObject({ code: "pane-gone" });
      await expect(step("ovld-none", pane.agent)).rejects.toMatchObject({ code: "session-ended" });
    }
  });

  withFixture("keys arrive as from a terminal, never as a paste", async ({ multiplexer, pane, reads }) => {
    const keys = ["a", "\u001b[A", "\u0003", "日本", "\r"];
    for (const key of keys) await multiplexer.press(SESSION, pane.agent, key);
    await vi.waitFor(async () => expect((await reads("agent")).join("")).toBe(keys.join("")), WAIT);
  });

  if (hasCopyMode)
    withFixture(
      "a pane leaves copy mode before anything is written",
      async ({ multiplexer, pane, reads, startCopyMode }) => {
        for (const step of [paster(multiplexer), multiplexer.enter]) {
          await startCopyMode(pane.agent);
          expect(await multiplexer.look(SESSION, pane.agent)).toMatchObject({ inCopyMode: true });
          expect(await step(SESSION, pane.agent)).toMatchObject({ inCopyMode: false });
        }
        await vi.waitFor(async () => expect((await reads("agent")).join("")).toBe(`${bracketed("text")}\r`), WAIT);
      },
    );
}

const paster = (paneInput: PaneInput) => (session: string, pane: PaneId) => paneInput.paste(session, pane, "text");

/** The first view that shows the text: on a busy machine a program redraws later than a step waits. */
function seen(
  { multiplexer, pane }: PaneInputFixture,
  title: "agent" | "plain",
  view: PaneView,
  text: string,
): Promise<PaneView> {
  return vi.waitFor(async () => {
    if (view.screen.includes(text)) return view;
    const later = await multiplexer.look(SESSION, pane[title]);
    expect(later.screen).toContain(text);
    return later;
  }, WAIT);
}

/** Draws a red word and a composer with its input, and records each read; `paste` asks for bracketed paste. */
const TUI = `
const { appendFileSync, writeFileSync } = require("node:fs");
const [,, notes, mode] = process.argv;
writeFileSync(notes, "");
let draft = "";
const draw = () => process.stdout.write("\\x1b[2J\\x1b[H\\x1b[31m準備\\x1b[39m\\r\\n> " + draft.slice(0, 60));
process.stdin.setRawMode(true).setEncoding("utf8").on("data", (text) => {
  appendFileSync(notes, JSON.stringify(text) + "\\n");
  draft += text.replace(/\\x1b\\[20[01]~|[\\r\\n]/g, "");
  draw();
});
if (mode === "paste") process.stdout.write("\\x1b[?2004h");
draw();
`;

/** Exits with an error as soon as the given file exists. */
const ENDING = `console.log("last words");
setInterval(() => require("node:fs").existsSync(process.argv[1]) && process.exit(5), 50);`;

async function fixtureIn(
  army: TemporaryArmy,
  kind: MultiplexerKind,
  { open, startCopyMode }: PaneInputCase,
): Promise<PaneInputFixture> {
  const multiplexer = open({ program: kind, env: army.env });
  const program = join(army.folder, "tui.cjs");
  await writeFile(program, TUI);
  const notes = (title: string) => join(army.folder, `${title}.notes`);
  const pane = (title: string, ...argv: [string, ...string[]]): PlannedPane => ({
    kind: "pane",
    title,
    launch: { argv },
  });
  const panes = [
    pane("agent", process.execPath, program, notes("agent"), "paste"),
    pane("plain", process.execPath, program, notes("plain"), "plain"),
    pane("shell", "sh"),
    pane("ended", process.execPath, "-e", ENDING, join(army.folder, "end")),
  ];
  const tabs = [
    { name: "one", focus: true, split: "rows", panes: panes.slice(0, 2) },
    { name: "two", focus: false, split: "rows", panes: panes.slice(2) },
  ] as const;
  const opened = await multiplexer.open(
    { session: SESSION, directory: army.project, tabs },
    { folder: join(army.folder, "session") },
  );
  const ids = Object.fromEntries(opened.map(({ title, id }) => [title, id])) as PaneInputFixture["pane"];
  for (const id of [ids.agent, ids.plain])
    await vi.waitFor(async () => expect((await multiplexer.look(SESSION, id)).screen).toMatch(/準備.*>/s), WAIT);
  return {
    multiplexer,
    pane: ids,
    mark: join(army.folder, "run-by-the-shell"),
    end: () => writeFile(join(army.folder, "end"), ""),
    startCopyMode: async (id) => startCopyMode?.(army, id),
    reads: async (title) =>
      (await readFile(notes(title), "utf8"))
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as string),
  };
}
