import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test, vi } from "vitest";
import { composerOf } from "#agent-cli/claude/composer.ts";
import { systemClock } from "#base/clock.ts";
import { paneLock } from "#home/pane-lock.ts";
import { type HandedOver, handOver } from "#mail/hand-over.ts";
import { withLine } from "#multiplexer/line-steps.ts";
import type { Multiplexer, MultiplexerKind, PaneId } from "#multiplexer/multiplexer.ts";
import type { LineSteps, PaneInput } from "#multiplexer/pane-input.ts";
import type { PlannedPane } from "#multiplexer/session-plan.ts";
import { tmux } from "#multiplexer/tmux/tmux.ts";
import { zellij } from "#multiplexer/zellij/zellij.ts";
import { skipFor, without } from "#test/support/programs.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";

const execute = promisify(execFile);
const SESSION = "ovld-typing";
const WAIT = { timeout: 30_000, interval: 50 };
const LINE = "[MESSAGE from storm] You have mail: call check_inbox.";
const adapters = { zellij, tmux };

interface Fixture {
  army: TemporaryArmy;
  multiplexer: Multiplexer & PaneInput;
  pane: PaneId;
  /** `changed` replaces steps of the line. */
  give(line?: string, changed?: (steps: LineSteps) => Partial<LineSteps>): Promise<HandedOver>;
  /** Submitted input of the agent, and the lines it printed. */
  submitted(): Promise<string[]>;
  /** Lets a stalled agent continue. */
  goOn(): Promise<void>;
}

/** One pane with a scripted agent, in a state that can block a real one. */
async function fixture(kind: MultiplexerKind, army: TemporaryArmy, modes: string[]): Promise<Fixture> {
  await mkdir(join(army.folder, "session"));
  const notes = join(army.folder, "notes");
  const tui = [process.execPath, resolve("test/fixtures/scripted-tui.mjs"), notes, ...modes] as const;
  const argv: PlannedPane["launch"]["argv"] = modes.includes("shell")
    ? ["sh"]
    : modes.includes("ended")
      ? ["sh", "-c", "exit 3"]
      : [tui[0], ...tui.slice(1)];
  const multiplexer = adapters[kind]({ program: kind, env: army.env });
  const [opened] = await multiplexer.open(
    {
      session: SESSION,
      directory: army.project,
      tabs: [{ name: "one", focus: true, split: "rows", panes: [{ kind: "pane", title: "agent", launch: { argv } }] }],
    },
    { folder: join(army.folder, "session") },
  );
  const pane = opened?.id ?? "";
  const lockPane = paneLock(join(army.folder, "session"));
  const parts = { clock: systemClock, composer: composerOf };
  const records = async () =>
    (await readFile(notes, "utf8").catch(() => ""))
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return {
    army,
    multiplexer,
    pane,
    give: (line = LINE, changed = () => ({})) => {
      const paneInput: PaneInput = {
        ...multiplexer,
        line: (...[session, id, work]) =>
          withLine(multiplexer, session, id, (steps) => work({ ...steps, ...changed(steps) })),
      };
      return lockPane(pane, () => handOver(SESSION, pane, line, { ...parts, paneInput }));
    },
    goOn: () => writeFile(`${notes}.go-on`, ""),
    submitted: async () => (await records()).map((record) => record.submitted ?? "an answer"),
  };
}

const isReady = async ({ multiplexer, pane }: Fixture, what: RegExp) =>
  vi.waitFor(async () => expect((await multiplexer.look(SESSION, pane)).screen).toMatch(what), WAIT);

/** Expects that the line is not typed and that the draft is unchanged. */
async function leavesDraft(set: Fixture, text: string): Promise<HandedOver> {
  const outcome = await set.give();
  expect(outcome).toEqual({ state: "kept", why: "typing" });
  expect(composerOf(await set.multiplexer.look(SESSION, set.pane))).toEqual({ state: "draft", text });
  expect(await set.submitted()).toEqual([]);
  return outcome;
}

const submitted = { state: "submitted", isSeen: true };

describe.each(["zellij", "tmux"] as const)("on %s", (kind) => {
  const missing = without(kind);
  const table: string[] = [];
  const live = (name: string, modes: string[], work: (fixture: Fixture) => Promise<unknown>) =>
    test(name, { timeout: 120_000 }, async (context) => {
      skipFor(context, missing);
      await using army = await temporaryArmy();
      const set = await fixture(kind, army, modes);
      const outcome = await work(set);
      table.push(`${kind.padEnd(7)} ${name.padEnd(50)} ${JSON.stringify(outcome)}`);
    });

  afterAll(() => console.log(table.join("\n")));

  live("an idle agent gets the line once", [], async (set) => {
    await isReady(set, /❯/);
    const outcome = await set.give();
    expect(outcome).toEqual(submitted);
    expect(await set.submitted()).toEqual([LINE]);
    return outcome;
  });

  live("an agent that redraws all the time gets the line once", ["busy"], async (set) => {
    await isReady(set, /❯/);
    const outcome = await set.give();
    expect(outcome).toEqual(submitted);
    expect(await set.submitted()).toEqual([LINE]);
    return outcome;
  });

  live("a person's draft is unchanged", ["draft=half a thought 半分"], async (set) => {
    await isReady(set, /half a thought/);
    return leavesDraft(set, "half a thought 半分");
  });

  live("text that a person types after the last look is not sent", [], async (set) => {
    await isReady(set, /❯/);
    const { multiplexer } = set;
    const outcome = await set.give(LINE, ({ paste }) => ({
      async paste(line) {
        await multiplexer.type(SESSION, set.pane, "half a thought 半分 ");
        await isReady(set, /half a thought/);
        return paste(line);
      },
    }));
    expect(outcome).toEqual({ state: "kept", why: "typing" });
    expect((await multiplexer.look(SESSION, set.pane)).screen).toContain("half a thought 半分");
    expect(await set.submitted()).toEqual([]);
    return outcome;
  });

  live("a question is not answered", ["dialog"], async (set) => {
    await isReady(set, /proceed/);
    const outcome = await set.give();
    expect(outcome).toEqual({ state: "kept", why: "dialog" });
    expect(await set.submitted()).toEqual([]);
    return outcome;
  });

  if (kind === "tmux")
    live("a pane leaves copy mode and gets the line once", [], async (set) => {
      await isReady(set, /❯/);
      await execute("tmux", ["copy-mode", "-t", set.pane], { env: set.army.env });
      const outcome = await set.give();
      expect(outcome).toEqual(submitted);
      expect(await set.submitted()).toEqual([LINE]);
      return outcome;
    });

  live("a shell in the pane runs nothing", ["shell"], async (set) => {
    await isReady(set, /[#$]/);
    const outcome = await set.give("touch made-by-the-shell");
    expect(outcome).toEqual({ state: "kept", why: "shell" });
    await set.multiplexer.type(SESSION, set.pane, "ls; echo lis''ted\r");
    await isReady(set, /listed/);
    expect((await set.multiplexer.look(SESSION, set.pane)).screen).not.toContain("made-by-the-shell");
    return outcome;
  });

  live("an agent that has ended gets nothing", ["ended"], async (set) => {
    await vi.waitFor(
      async () => expect(await set.multiplexer.look(SESSION, set.pane)).toMatchObject({ state: "exited" }),
      WAIT,
    );
    const outcome = await set.give();
    expect(outcome).toEqual({ state: "kept", why: "gone" });
    return outcome;
  });

  live("a slow starter gets the line once its composer is there", ["slow=3000"], async (set) => {
    const first = await set.give();
    expect(first).toEqual({ state: "kept", why: "unseen" });
    await isReady(set, /❯/);
    await vi.waitFor(async () => {
      if ((await set.submitted()).length === 0) await set.give();
      expect(await set.submitted()).toEqual([LINE]);
    }, WAIT);
    return first;
  });

  live("a draft typed before there is a composer is unchanged", ["splash"], async (set) => {
    await isReady(set, /Welcome back/);
    await set.multiplexer.type(SESSION, set.pane, "half a thought 半分");
    for (let round = 0; round < 3; round++) expect(await set.give()).toEqual({ state: "kept", why: "unseen" });
    await set.goOn();
    await isReady(set, /half a thought/);
    return leavesDraft(set, "half a thought 半分");
  });

  live("Enter is not pressed again in a hung agent while a person types", ["stall"], async (set) => {
    await isReady(set, /❯/);
    const { multiplexer } = set;
    let isFirst = true;
    const outcome = await set.give(LINE, ({ enter }) => ({
      async enter() {
        const view = await enter();
        if (isFirst) await multiplexer.type(SESSION, set.pane, "half a thought 半分");
        isFirst = false;
        return view;
      },
    }));
    expect(outcome).toEqual({ state: "kept", why: "unseen" });
    await set.goOn();
    await isReady(set, /half a thought/);
    expect(await set.submitted()).toEqual([LINE]);
    await multiplexer.enter(SESSION, set.pane);
    await vi.waitFor(async () => expect(await set.submitted()).toEqual([LINE, "half a thought 半分"]), WAIT);
    return outcome;
  });

  live("the lines of six concurrent senders are not mixed", [], async (set) => {
    await isReady(set, /❯/);
    const lines = Array.from({ length: 6 }, (_, index) => LINE.replace("storm", `sender-${index}`));
    const outcomes = await Promise.all(lines.map((line) => set.give(line)));
    expect(outcomes).toEqual(lines.map(() => submitted));
    expect((await set.submitted()).sort()).toEqual(lines);
    return outcomes.length;
  });

  live("ten kilobytes arrive whole", [], async (set) => {
    await isReady(set, /❯/);
    const line = "魔王軍 0123456789 ".repeat(700).slice(0, 10_000).trim();
    const outcome = await set.give(line);
    const all = await set.submitted();
    if (outcome.state === "submitted") expect(all).toEqual([line]);
    else expect(all).toEqual([]);
    return outcome;
  });

  live("a semicolon at the end, a dash at the start", [], async (set) => {
    await isReady(set, /❯/);
    expect(await set.give("--help; ls;")).toEqual(submitted);
    expect(await set.submitted()).toEqual(["--help; ls;"]);
    return submitted;
  });

  live("none of forty lines is sent with the draft of a typing person", ["draft=do not send"], async (set) => {
    await isReady(set, /do not send/);
    const outcomes = new Set<string>();
    for (let round = 0; round < 40; round++) outcomes.add(JSON.stringify(await set.give()));
    expect([...outcomes]).toEqual([JSON.stringify({ state: "kept", why: "typing" })]);
    expect(await set.submitted()).toEqual([]);
    return outcomes.size;
  });
});
