import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { bundleProgram } from "#test/support/bundle.ts";
import { serversOf } from "#test/support/multiplexer-servers.ts";
import { skipWithout } from "#test/support/programs.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal, type Terminal } from "#test/support/terminal.ts";
import type { Multiplexer, MultiplexerKind, MultiplexerOptions, Pane, PaneId } from "./multiplexer.ts";
import type { PlannedPane, SessionPlan } from "./session-plan.ts";

const SESSION = "ovld-a";
const WAIT = { timeout: 30_000, interval: 50 };
const execute = promisify(execFile);

/** How a multiplexer gives a pane another program, tried on the real one in a world of its own. */
export function respawnContract(kind: MultiplexerKind, open: (options: MultiplexerOptions) => Multiplexer): void {
  const live = (name: string, work: (army: TemporaryArmy, multiplexer: Multiplexer) => Promise<void>) =>
    test(`${kind}: ${name}`, { timeout: 120_000 }, async (context) => {
      for (const program of [kind, "tmux"]) skipWithout(context, program);
      await using army = await temporaryArmy();
      const multiplexer = open({ program: kind, env: army.env });
      await multiplexer.open(plan(army), { folder: join(army.folder, "session") });
      await work(army, multiplexer);
    });

  live(
    "a pane gets another program, and keeps its place, size and name; the old one ends",
    async (army, multiplexer) => {
      const before = await paneCalled("left", multiplexer);
      const old = await pidIn(army, "left");
      const directory = join(army.folder, `a "$HOME" 日本 'q' #{pid}`);
      await mkdir(directory);
      const words = ["--flag", `"q" 'q' $HOME \\ ;`, "日本;", "#{pid}", ""];
      const id = await multiplexer.respawn(SESSION, before.id, {
        ...{ tab: "first", title: "left", directory },
        argv: noting(army, "again", ...words),
      });
      const after = await paneCalled("left", multiplexer);
      expect(after).toEqual({ ...before, id });
      await vi.waitFor(async () => {
        const [, where, ...given] = (await noteOf(army, "again")).split("\0");
        expect([where, ...given]).toEqual([directory, ...words]);
      }, WAIT);
      await vi.waitUntil(() => !isAlive(old), WAIT);
      expect((await multiplexer.panes(SESSION)).map(({ title }) => title)).toEqual(["left", "right", "only"]);
      await multiplexer.type(SESSION, id, "typed");
      await vi.waitFor(async () => expect(await multiplexer.screen(SESSION, id)).toContain("typed"), WAIT);
    },
  );

  live("a program that crashed leaves its last screen until then", async (army, multiplexer) => {
    const { id } = await paneCalled("right", multiplexer);
    await vi.waitFor(async () => expect(await multiplexer.screen(SESSION, id)).toContain("here is right"), WAIT);
    process.kill(await pidIn(army, "right"), "SIGKILL");
    await vi.waitFor(async () => expect((await paneCalled("right", multiplexer)).state).toBe("exited"), WAIT);
    expect(await multiplexer.screen(SESSION, id)).toContain("here is right");
    const argv = noting(army, "again");
    const next = await multiplexer.respawn(SESSION, id, {
      ...{ tab: "first", title: "right", directory: army.project },
      argv,
    });
    await vi.waitFor(async () => expect(await multiplexer.screen(SESSION, next)).toContain("here is again"), WAIT);
    expect(await multiplexer.screen(SESSION, next)).not.toContain("here is right");
    expect(await paneCalled("right", multiplexer)).toMatchObject({ id: next, tab: "first", state: "running" });
  });

  live(
    "a pane that was closed is opened again, in its tab where that is left, and nobody needs to be attached",
    async (army, multiplexer) => {
      for (const [title, tab] of [
        ["right", "first"],
        ["only", "second"],
      ] as const) {
        const { id } = await paneCalled(title, multiplexer);
        await close(id, army, multiplexer);
        const argv = noting(army, `${title}-again`);
        const made = await multiplexer.respawn(SESSION, id, { ...{ tab, title, directory: army.project }, argv });
        expect((await paneCalled(title, multiplexer)).id).toBe(made);
        await vi.waitFor(async () => expect(await noteOf(army, `${title}-again`)).not.toBe(""), WAIT);
      }
      expect((await paneCalled("right", multiplexer)).tab).toBe("first");
      const nowhere = { tab: "first", title: "left", directory: army.project, argv: ["cat"] } as const;
      await expect(multiplexer.respawn("ovld-none", undefined, nowhere)).rejects.toMatchObject({
        code: "session-ended",
      });
    },
  );

  live("a tab that went with its last pane is made again, before the eyes of a person", async (army, multiplexer) => {
    await using terminal = await attached(kind, army);
    await terminal.sees("here is left");
    const [left, right, only] = await multiplexer.panes(SESSION);
    await close(only!.id, army, multiplexer);
    const respawn = { tab: "second", title: "only", directory: army.project, argv: noting(army, "again") };
    const id = await multiplexer.respawn(SESSION, only!.id, respawn);
    const panes = await multiplexer.panes(SESSION);
    // Their sizes may still follow those of the terminal.
    const { columns: _, rows: __, ...others } = right!;
    expect(panes).toMatchObject([{ id: left!.id }, others, { id, tab: "second", title: "only", state: "running" }]);
    expect(panes[2]!.columns).toBeGreaterThan(panes[1]!.columns);
    expect(await multiplexer.focused(SESSION)).toBe(left!.id);
    await vi.waitFor(async () => expect(await multiplexer.screen(SESSION, id)).toContain("here is again"), WAIT);
    process.kill(await pidIn(army, "again"), "SIGKILL");
    await vi.waitFor(async () => expect((await paneCalled("only", multiplexer)).state).toBe("exited"), WAIT);
    expect(await multiplexer.screen(SESSION, id)).toContain("here is again");
  });

  live("who lost a session is told from who left it", async (army) => {
    await using terminal = await attached(kind, army);
    await terminal.sees("here is left");
    for (const pid of serversOf(kind, army)) process.kill(pid, "SIGKILL");
    await terminal.sees("it was lost");
  });
}

function plan(army: TemporaryArmy): SessionPlan {
  const pane = (title: string): PlannedPane => ({ kind: "pane", title, launch: { argv: noting(army, title) } });
  return {
    session: SESSION,
    directory: army.project,
    tabs: [
      { name: "first", focus: true, split: "columns", panes: [pane("left"), pane("right")] },
      { name: "second", focus: false, split: "columns", panes: [pane("only")] },
    ],
  };
}

/**
 * A program that says its name, notes who and where it is and what it was given, and stays. It says it a second time:
 * what a program writes before zellij has made its pane is lost when it takes the place of another (0.45.1, on a busy
 * machine).
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

/** A person at the session, whose terminal says in the end how it was left. */
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

/** As a person does. */
async function close(id: PaneId, army: TemporaryArmy, { kind, panes }: Multiplexer): Promise<void> {
  // zellij misses a living session now and then.
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
