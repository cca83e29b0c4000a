import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { composerOf } from "#agent-cli/claude/composer.ts";
import { systemClock } from "#base/clock.ts";
import { findProgram } from "#base/find-program.ts";
import { run } from "#base/run.ts";
import { paneLock } from "#home/pane-lock.ts";
import { recordedPanes } from "#home/session-record.ts";
import { paneChannel } from "#mail/pane-channel.ts";
import type { Multiplexer, MultiplexerKind } from "#multiplexer/multiplexer.ts";
import type { PaneInput } from "#multiplexer/pane-input.ts";
import { shells } from "#multiplexer/shells.ts";
import { tmux } from "#multiplexer/tmux/tmux.ts";
import { zellij } from "#multiplexer/zellij/zellij.ts";
import { notificationLine } from "#store/notification-line.ts";
import { median, percentile, printTable, type Row, roundRobin } from "./measure.ts";

/** Types one line into the pane of a scripted agent: ovld's pane channel, and simpler ways. */
const ROUNDS = 60;
const SESSION = "ovld-deliver";
const LINE = "[MESSAGE from strategist] You have mail: call check_inbox.";
/** Milliseconds that a common script waits between text and Enter. */
const USUAL_PAUSE = 300;
/** Milliseconds in which an agent submits its input. */
const PATIENCE = 3000;

const execute = promisify(execFile);
const fixture = mkdtempSync(join(tmpdir(), "ovld-bench-"));
const at = (name: string) => join(fixture, name);
for (const name of ["home", "t", "z"]) mkdirSync(at(name), { mode: 0o700 });
const env: Record<string, string> = {
  PATH: process.env.PATH ?? "",
  HOME: at("home"),
  TMUX_TMPDIR: at("t"),
  ZELLIJ_SOCKET_DIR: at("z"),
  SHELL: "/bin/sh",
  TERM: "xterm-256color",
  LANG: "C.UTF-8",
};

/** A way to type a line. `program` is the multiplexer, or a wrapper that counts its starts. */
type Way = (program: string, pane: string) => () => Promise<unknown>;

const call = (program: string, ...args: string[]) => execute(program, args, { env });
const open = (kind: MultiplexerKind, program: string): Multiplexer & PaneInput =>
  ({ tmux, zellij })[kind]({ program, env });

const ours =
  (kind: MultiplexerKind): Way =>
  (program) => {
    const folder = at(kind);
    const channel = paneChannel({
      ...{ session: SESSION, paneInput: open(kind, program), composerOf: () => composerOf, clock: systemClock },
      paneOf: async (role) => (await recordedPanes(folder))[role],
      lockPane: paneLock(folder),
    });
    return async () => {
      const outcome = await channel.notify("ours", notificationLine(["strategist"], "en", "normal"));
      if (outcome.state !== "woken") throw new Error(`the line was not submitted: ${outcome.why}`);
    };
  };

/**
 * One process that leaves copy mode, refuses a shell, pastes, pauses and presses Enter, without looking at the screen.
 */
const guardedPaste: Way = (program, pane) => {
  const isShell = `#{m:*|#{pane_current_command}|*,|${shells.join("|")}|}`;
  const type = `paste-buffer -p -d -b bench -t ${pane} ; run-shell -d 0.02 ; send-keys -t ${pane} Enter`;
  const commands = [
    ["load-buffer", "-b", "bench", "-"],
    ["if-shell", "-F", "-t", pane, "#{pane_in_mode}", `copy-mode -q -t ${pane}`],
    ["if-shell", "-F", "-t", pane, isShell, "delete-buffer -b bench", type],
  ];
  const args = commands.flatMap((command, index) => (index === 0 ? command : [";", ...command]));
  return () => run(program, args, { env, input: LINE, timeLimit: 10_000 });
};

const usualScript: Way = (program, pane) => async () => {
  await call(program, "send-keys", "-t", pane, "-l", LINE);
  await systemClock.wait(USUAL_PAUSE);
  await call(program, "send-keys", "-t", pane, "Enter");
};

const barePaste: Way = (program, pane) => async () => {
  await call(program, "--session", SESSION, "action", "paste", "--pane-id", pane, "--", LINE);
  await call(program, "--session", SESSION, "action", "send-keys", "--pane-id", pane, "Enter");
};

const ways: Record<MultiplexerKind, Record<string, Way>> = {
  tmux: { ours: ours("tmux"), guarded: guardedPaste, usual: usualScript },
  zellij: { ours: ours("zellij"), bare: barePaste },
};

interface Measured {
  /** Milliseconds of each call. */
  times: number[];
  /** Started multiplexer clients. */
  processes: number;
  /** Lines that stayed in the composer, or became part of another. */
  missed: number;
}

async function measure(kind: MultiplexerKind): Promise<Record<string, Measured>> {
  const multiplexer = open(kind, kind);
  const cases = Object.entries(ways[kind]);
  const panes = await stage(
    multiplexer,
    cases.map(([name]) => name),
  );
  const results: Record<string, Measured> = Object.fromEntries(
    cases.map(([name]) => [name, { times: [], processes: 0, missed: 0 }]),
  );
  try {
    for (let round = 0; round <= ROUNDS; round++)
      for (const [name, way] of cases) {
        const result = results[name] as Measured;
        const isCounted = round === ROUNDS;
        const work = way(isCounted ? counting(kind) : kind, panes[name] ?? "");
        const { one } = await roundRobin({ one: work }, 1);
        if (isCounted) result.processes = counted();
        else result.times.push(...one);
        if (!(await isSubmitted(multiplexer, name, panes[name] ?? "", round + 1))) result.missed++;
      }
  } finally {
    await multiplexer.end(SESSION);
  }
  return results;
}

const notes = (kind: MultiplexerKind, name: string) => join(at(kind), `${name}.notes`);

/** One scripted agent for each way, each in a tab of its own; resolves with the panes when all show a composer. */
async function stage(multiplexer: Multiplexer & PaneInput, names: readonly string[]): Promise<Record<string, string>> {
  const { kind } = multiplexer;
  mkdirSync(at(kind));
  const agent = resolve("test/fixtures/scripted-tui.mjs");
  const opened = await multiplexer.open(
    {
      session: SESSION,
      directory: fixture,
      tabs: names.map((name, index) => ({
        ...{ name, focus: index === 0, split: "rows" as const },
        panes: [{ kind: "pane", title: name, launch: { argv: [process.execPath, agent, notes(kind, name)] } }],
      })),
    },
    { folder: at(kind) },
  );
  const panes = Object.fromEntries(opened.map(({ title, id }) => [title, id]));
  writeFileSync(join(at(kind), "session.json"), JSON.stringify({ panes }));
  for (const { id } of opened)
    await until(
      async () => composerOf(await multiplexer.look(SESSION, id)).state === "empty",
      `${kind} shows no composer`,
    );
  return panes;
}

/**
 * Whether the line was submitted by itself. Otherwise submits the line now, so that the next one finds an empty
 * composer.
 */
async function isSubmitted(multiplexer: Multiplexer, name: string, pane: string, count: number): Promise<boolean> {
  const file = notes(multiplexer.kind, name);
  const submitted = () => (existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : []);
  for (const deadline = Date.now() + PATIENCE; submitted().length < count; await systemClock.wait(5)) {
    if (Date.now() < deadline) continue;
    await multiplexer.type(SESSION, pane, "\r");
    await until(() => submitted().length >= count, `${name} submits nothing`);
    return false;
  }
  return (JSON.parse(submitted()[count - 1] ?? "{}") as { submitted?: string }).submitted === LINE;
}

async function until(isSo: () => boolean | Promise<boolean>, otherwise: string): Promise<void> {
  for (const deadline = Date.now() + 20_000; !(await isSo()); ) {
    if (Date.now() > deadline) throw new Error(otherwise);
    await systemClock.wait(5);
  }
}

/** A wrapper of the multiplexer that records its starts. */
function counting(kind: MultiplexerKind): string {
  const file = at(`counting-${kind}`);
  writeFileSync(at("count"), "");
  writeFileSync(file, `#!/bin/sh\necho >>'${at("count")}'\nexec ${kind} "$@"\n`, { mode: 0o755 });
  return file;
}

const counted = () => readFileSync(at("count"), "utf8").length;

function row(name: string, one: Measured | undefined, base: Measured | undefined, target?: number): Row {
  const { times = [], processes = 0, missed = 0 } = one ?? {};
  const [p50, p95] = [0.5, 0.95].map((share) => percentile(times, share).toFixed(1));
  return {
    name,
    ratio: median(times) / median(base?.times ?? []),
    ...(target !== undefined && { target }),
    detail: `p50 ${p50} ms, p95 ${p95} ms, ${processes} processes, ${missed} of ${times.length + 1} not submitted`,
  };
}

try {
  const onTmux = await measure("tmux");
  const { ours: own, guarded, usual } = onTmux;
  const rows = [
    row("tmux: pane channel with all guards / guarded paste", own, guarded, 2),
    { name: "tmux: pane channel, processes / 3", ratio: (own?.processes ?? 0) / 3, target: 1 },
    row("tmux: guarded paste", guarded, guarded),
    row(`tmux: send-keys, ${USUAL_PAUSE} ms, Enter`, usual, guarded),
  ];
  if (findProgram("zellij", env.PATH)) {
    const onZellij = await measure("zellij");
    rows.push(
      row("zellij: pane channel with all guards / bare paste and Enter", onZellij.ours, onZellij.bare),
      row("zellij: bare paste and Enter", onZellij.bare, onZellij.bare),
    );
  } else console.log("zellij is not measured here: it is not installed");
  printTable(rows);
} finally {
  rmSync(fixture, { recursive: true, force: true });
}
