import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, type TestContext, test, vi } from "vitest";
import { bundleProgram } from "#test/support/bundle.ts";
import { serversOf } from "#test/support/multiplexer-servers.ts";
import { skipWithout } from "#test/support/programs.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal, type Terminal } from "#test/support/terminal.ts";
import type { Multiplexer, MultiplexerKind, MultiplexerOptions, Pane, PaneId } from "./multiplexer.ts";
import type { Launch, PlannedPane, SessionPlan } from "./session-plan.ts";

export const RESPAWN_SESSION = "ovld-a";
const SESSION = RESPAWN_SESSION;
const WAIT = { timeout: 30_000, interval: 50 };
const execute = promisify(execFile);

export interface RespawnFixture {
  /** Runs the session of `respawnPlan`. */
  multiplexer: Multiplexer;
  directory: string;
  /** A program that prints `here is <name>`, records its directory and arguments, and stays. */
  noting(name: string, ...words: string[]): Launch["argv"];
  /** The recorded directory and arguments of the program of this name. */
  noted(name: string): Promise<{ directory: string; words: string[] } | undefined>;
  isRunning(name: string): Promise<boolean>;
  crash(name: string): Promise<void>;
  /** Closes a pane like a person. */
  close(pane: PaneId): Promise<void>;
  /** Makes a folder with a name that a shell or a format would change. */
  oddFolder(): Promise<string>;
}

/** Makes a fixture for one test, or skips the test. */
export type RunRespawn = (context: TestContext, work: (fixture: RespawnFixture) => Promise<void>) => Promise<void>;

/** Contract of `respawn`, tested on the real multiplexer in its own fixture. */
export function respawnContract(kind: MultiplexerKind, open: (options: MultiplexerOptions) => Multiplexer): void {
  const run = async (context: TestContext, work: (fixture: RespawnFixture, army: TemporaryArmy) => Promise<void>) => {
    for (const program of [kind, "tmux"]) skipWithout(context, program);
    await using army = await temporaryArmy();
    const fixture = fixtureIn(army, open({ program: kind, env: army.env }));
    await fixture.multiplexer.open(respawnPlan(fixture), { folder: join(army.folder, "session") });
    await work(fixture, army);
  };
  respawnPromises(kind, run);
  const live = (name: string, work: (army: TemporaryArmy, multiplexer: Multiplexer) => Promise<void>) =>
    test(`${kind}: ${name}`, { timeout: 120_000 }, (context) =>
      run(context, ({ multiplexer }, army) => work(army, multiplexer)),
    );

  live("a tab that closed with its last pane is made again while a client is attached", async (army, multiplexer) => {
    await using terminal = await attached(kind, army);
    await terminal.sees("here is left");
    const [left, right, only] = await multiplexer.panes(SESSION);
    await close(only!.id, army, multiplexer);
    const respawn = { tab: "second", title: "only", directory: army.project, argv: noting(army, "again") };
    const id = await multiplexer.respawn(SESSION, only!.id, respawn);
    const panes = await multiplexer.panes(SESSION);
    // The pane sizes may still follow those of the terminal.
    const { columns: _, rows: __, ...others } = right!;
    expect(panes).toMatchObject([{ id: left!.id }, others, { id, tab: "second", title: "only", state: "running" }]);
    expect(panes[2]!.columns).toBeGreaterThan(panes[1]!.columns);
    expect(await multiplexer.focused(SESSION)).toBe(left!.id);
    await vi.waitFor(async () => expect(await multiplexer.screen(SESSION, id)).toContain("here is again"), WAIT);
    process.kill(await pidIn(army, "again"), "SIGKILL");
    await vi.waitFor(async () => expect((await paneCalled("only", multiplexer)).state).toBe("exited"), WAIT);
    expect(await multiplexer.screen(SESSION, id)).toContain("here is again");
  });

  live("a lost session and a detach are different results", async (army) => {
    await using terminal = await attached(kind, army);
    await terminal.sees("here is left");
    for (const pid of serversOf(kind, army)) process.kill(pid, "SIGKILL");
    await terminal.sees("it was lost");
  });
}

/** Contract of `respawn` without an attached client. */
export function respawnPromises(multiplexerName: string, run: RunRespawn): void {
  const withFixture = (name: string, work: (fixture: RespawnFixture) => Promise<void>) =>
    test(`${multiplexerName}: ${name}`, { timeout: 120_000 }, (context) => run(context, work));

  withFixture(
    "a pane gets another program and keeps its place, size and name; the old program ends",
    async (fixture) => {
      const { multiplexer } = fixture;
      const before = await paneCalled("left", multiplexer);
      await vi.waitUntil(() => fixture.isRunning("left"), WAIT);
      const directory = await fixture.oddFolder();
      const words = ["--flag", `"q" 'q' $HOME \\ ;`, "日本;", "#{pid}", ""];
      const id = await multiplexer.respawn(SESSION, before.id, {
        ...{ tab: "first", title: "left", directory },
        argv: fixture.noting("again", ...words),
      });
      expect(await paneCalled("left", multiplexer)).toEqual({ ...before, id });
      await vi.waitFor(async () => expect(await fixture.noted("again")).toEqual({ directory, words }), WAIT);
      await vi.waitUntil(async () => !(await fixture.isRunning("left")), WAIT);
      expect((await multiplexer.panes(SESSION)).map(({ title }) => title)).toEqual(["left", "right", "only"]);
      await multiplexer.type(SESSION, id, "typed");
      await vi.waitFor(async () => expect(await multiplexer.screen(SESSION, id)).toContain("typed"), WAIT);
    },
  );

  withFixture("a program that crashed leaves its last screen until then", async (fixture) => {
    const { multiplexer, directory } = fixture;
    const { id } = await paneCalled("right", multiplexer);
    await vi.waitFor(async () => expect(await multiplexer.screen(SESSION, id)).toContain("here is right"), WAIT);
    await fixture.crash("right");
    await vi.waitFor(async () => expect((await paneCalled("right", multiplexer)).state).toBe("exited"), WAIT);
    expect(await multiplexer.screen(SESSION, id)).toContain("here is right");
    const argv = fixture.noting("again");
    const next = await multiplexer.respawn(SESSION, id, { ...{ tab: "first", title: "right", directory }, argv });
    await vi.waitFor(async () => expect(await multiplexer.screen(SESSION, next)).toContain("here is again"), WAIT);
    expect(await multiplexer.screen(SESSION, next)).not.toContain("here is right");
    expect(await paneCalled("right", multiplexer)).toMatchObject({ id: next, tab: "first", state: "running" });
  });

  withFixture("a closed pane is opened again, in its tab if that still exists", async (fixture) => {
    const { multiplexer, directory } = fixture;
    for (const [title, tab] of [
      ["right", "first"],
      ["only", "second"],
    ] as const) {
      const { id } = await paneCalled(title, multiplexer);
      await fixture.close(id);
      const argv = fixture.noting(`${title}-again`);
      const made = await multiplexer.respawn(SESSION, id, { ...{ tab, title, directory }, argv });
      expect((await paneCalled(title, multiplexer)).id).toBe(made);
      await vi.waitUntil(() => fixture.noted(`${title}-again`), WAIT);
    }
    expect((await paneCalled("right", multiplexer)).tab).toBe("first");
    const nowhere = { tab: "first", title: "left", directory, argv: ["cat"] } as const;
    await expect(multiplexer.respawn("ovld-none", undefined, nowhere)).rejects.toMatchObject({
      code: "session-ended",
    });
  });
}

export function respawnPlan({ directory, noting }: Pick<RespawnFixture, "directory" | "noting">): SessionPlan {
  const pane = (title: string): PlannedPane => ({ kind: "pane", title, launch: { argv: noting(title) } });
  return {
    ...{ session: SESSION, directory },
    tabs: [
      { name: "first", focus: true, split: "columns", panes: [pane("left"), pane("right")] },
      { name: "second", focus: false, split: "columns", panes: [pane("only")] },
    ],
  };
}

function fixtureIn(army: TemporaryArmy, multiplexer: Multiplexer): RespawnFixture {
  return {
    ...{ multiplexer, directory: army.project },
    noting: (...name) => noting(army, ...name),
    async noted(name) {
      const note = await noteOf(army, name);
      const [, directory = "", ...words] = note.split("\0");
      return note === "" ? undefined : { directory, words };
    },
    isRunning: async (name) => isAlive(await pidIn(army, name)),
    async crash(name) {
      process.kill(await pidIn(army, name), "SIGKILL");
    },
    close: (pane) => close(pane, army, multiplexer),
    async oddFolder() {
      const folder = join(army.folder, `a "$HOME" 日本 'q' #{pid}`);
      await mkdir(folder);
      return folder;
    },
  };
}

/**
 * A program that prints its name, records its directory and arguments, and stays. It prints twice: in a respawned pane,
 * zellij loses output from before it has made the pane (0.45.1, on a busy machine).
 */
function noting(army: TemporaryArmy, name: string, ...words: string[]): [string, ...string[]] {
  const line = `echo "here is $1"; (sleep 2; echo "here is $1") & note=$2; shift 2; printf '%s\\0' $$ "$PWD" "$@" >"$note.tmp"; mv "$note.tmp" "$note"; exec cat`;
  return ["sh", "-c", line, "sh", name, join(army.folder, `note-${name}`), ...words];
}

async function noteOf(army: TemporaryArmy, name: string): Promise<string> {
  return (await readFile(join(army.folder, `note-${name}`), "utf8").catch(() => "")).replace(/\0$/, "");
}

async function pidIn(army: TemporaryArmy, name: string): Promise<number> {
  return Number((await vi.waitUntil(() => noteOf(army, name), WAIT)).split("\0")[0]);
}

async function paneCalled(title: string, multiplexer: Multiplexer): Promise<Pane> {
  const pane = (await multiplexer.panes(SESSION)).find((each) => each.title === title);
  if (!pane) throw new Error(`there is no pane ${title}`);
  return pane;
}

/** A person at the session; the terminal prints at the end how the client left. */
async function attached(kind: MultiplexerKind, army: TemporaryArmy): Promise<Terminal> {
  const source = join(army.folder, "attach.ts");
  const adapter = JSON.stringify(resolve(`src/multiplexer/${kind}/${kind}.ts`));
  await writeFile(
    source,
    `import { ${kind} } from ${adapter};
console.log("it was " + (await ${kind}({ program: "${kind}", env: process.env }).attach("${SESSION}")));`,
  );
  const argv = [process.execPath, await bundleProgram(source, army.folder)];
  return openTerminal(argv, { cwd: army.project, env: army.env });
}

/** Closes the pane like a person. */
async function close(id: PaneId, army: TemporaryArmy, { kind, panes }: Multiplexer): Promise<void> {
  // zellij now and then reports a running session as missing.
  await vi.waitFor(() => execute(kind, closing(kind, id), { env: army.env }), WAIT);
  await vi.waitFor(async () => expect((await panes(SESSION)).some((pane) => pane.id === id)).toBe(false), WAIT);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function closing(kind: MultiplexerKind, id: string): string[] {
  return kind === "tmux" ? ["kill-pane", "-t", id] : ["--session", SESSION, "action", "close-pane", "--pane-id", id];
}
