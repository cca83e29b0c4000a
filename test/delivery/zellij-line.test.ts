import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, type TestContext, test, vi } from "vitest";
import { composerOf } from "#agent-cli/claude/composer.ts";
import { systemClock } from "#base/clock.ts";
import { handOver } from "#mail/hand-over.ts";
import type { Multiplexer, PaneId } from "#multiplexer/multiplexer.ts";
import type { PaneInput } from "#multiplexer/pane-input.ts";
import { zellij } from "#multiplexer/zellij/zellij.ts";
import { skipWithout } from "#test/support/programs.ts";
import { type Call, recordProgram } from "#test/support/recorded-program.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal } from "#test/support/terminal.ts";

const SESSION = "ovld-line";
const LINE = "[MESSAGE from storm] You have mail: call check_inbox.";
const WAIT = { timeout: 30_000, interval: 50 };
const TABS = ["shown", "hidden"] as const;

interface Fixture {
  army: TemporaryArmy;
  multiplexer: Multiplexer & PaneInput;
  pane: Record<(typeof TABS)[number], PaneId>;
  /** Hands over the line; resolves with the calls of zellij. */
  give(pane: PaneId): Promise<string[]>;
  submitted(title: string): Promise<unknown[]>;
}

/** A scripted agent in each of two tabs. */
async function withFixture(context: TestContext, work: (fixture: Fixture) => Promise<void>): Promise<void> {
  skipWithout(context, "zellij");
  await using army = await temporaryArmy();
  const calls = await recordProgram(army, "zellij");
  const multiplexer = zellij({ program: "zellij", env: army.env });
  const notes = (title: string) => join(army.folder, `${title}.notes`);
  const agent = (title: string) =>
    ({ argv: [process.execPath, resolve("test/fixtures/scripted-tui.mjs"), notes(title)] }) as const;
  const tabs = TABS.map((title) => ({
    ...{ name: title, focus: title === "shown", split: "rows" as const },
    panes: [{ kind: "pane" as const, title, launch: { argv: [...agent(title).argv] as [string, ...string[]] } }],
  }));
  const plan = { session: SESSION, directory: army.project, tabs };
  const opened = await multiplexer.open(plan, { folder: join(army.folder, "session") });
  const pane = Object.fromEntries(opened.map(({ title, id }) => [title, id])) as Fixture["pane"];
  for (const id of Object.values(pane))
    await vi.waitFor(async () => expect((await multiplexer.look(SESSION, id)).screen).toMatch(/❯/), WAIT);
  await work({
    ...{ army, multiplexer, pane },
    async give(id) {
      const before = (await calls()).length;
      const parts = { paneInput: multiplexer, clock: systemClock, composer: composerOf };
      expect(await handOver(SESSION, id, LINE, parts)).toEqual({ state: "submitted", isSeen: true });
      return (await calls()).slice(before).map(nameOf);
    },
    submitted: async (title) =>
      (await readFile(notes(title), "utf8"))
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line).submitted),
  });
}

const nameOf = ({ argv }: Call) => argv.find((word) => NAMES.includes(word)) ?? argv.join(" ");
const NAMES = ["subscribe", "list-panes", "dump-screen", "paste", "send-keys"];

test("a line costs four processes while zellij sends the screens", { timeout: 120_000 }, (context) =>
  withFixture(context, async ({ pane, give, submitted }) => {
    // On a busy machine a screen comes too late, and a dump replaces it.
    let count = 0;
    await vi.waitFor(async () => {
      count++;
      const calls = await give(pane.hidden);
      expect(calls.slice(0, 2).sort()).toEqual(["list-panes", "subscribe"]);
      expect(calls.slice(2)).toEqual(["paste", "send-keys"]);
    }, WAIT);
    expect(await submitted("hidden")).toEqual(Array.from({ length: count }, () => LINE));
  }),
);

test("a hidden pane gets the line while a client is attached", { timeout: 120_000 }, (context) =>
  withFixture(context, async ({ army, multiplexer, pane, give, submitted }) => {
    await using terminal = await openTerminal(["zellij", "attach", SESSION], { cwd: army.project, env: army.env });
    await terminal.sees("shortcuts");
    await vi.waitFor(async () => expect(await multiplexer.focused(SESSION)).toBe(pane.shown), WAIT);
    for (const title of TABS) {
      const calls = await give(pane[title]);
      expect(calls.filter((name) => name === "send-keys")).toHaveLength(1);
      if (title === "hidden") expect(calls).toContain("dump-screen");
      expect(await submitted(title)).toEqual([LINE]);
    }
  }),
);
