import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { systemClock } from "#base/clock.ts";
import { sessionPaths } from "#home/paths.ts";
import { openRegistry } from "#home/registry.ts";
import { openPanes } from "#test/support/open-panes.ts";
import { type RegisteredArmy, registerArmy } from "#test/support/register-army.ts";
import { installScriptedAgent } from "#test/support/scripted-agents.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { type Canaries, plantCanaries } from "./canaries.ts";
import { type Argv, confined } from "./confined.ts";
import { fillArmy } from "./fill-army.ts";
import { hostileFolder } from "./hostile-folder.ts";
import { identityOf } from "./identity-of.ts";
import { type Outcome, runBounded } from "./run-bounded.ts";

export interface ArmyFixture extends RegisteredArmy {
  folder: string;
  directory: string;
}

/** A hostile agent in one army, another army, and files outside that the agent must not change. */
export interface HostileFixture extends AsyncDisposable {
  army: TemporaryArmy;
  mine: ArmyFixture;
  other: ArmyFixture;
  canaries: Canaries;
  /**
   * Runs a shell script as the agent; `$S` is its session's folder, `$OTHER` the other one, `$CANARY` a program. Throws
   * if the script did not run to its end, for instance because the sandbox cannot start.
   */
  agent(script: string): Promise<Outcome>;
  /** Starts the script in the background; the fixture's disposal ends it. */
  agentInBackground(script: string): Promise<void>;
  /** Runs `ovld` as the user, outside the sandbox. */
  ovld(...argv: string[]): Promise<Outcome>;
  /** Runs `ovld` as the user until the signal ends it. */
  ovldInBackground(signal: AbortSignal, ...argv: string[]): Promise<Outcome>;
}

export interface HostileFixtureOptions {
  /** Runs the agent in the sandbox of its army, or as a plain process of the user. */
  as?: "confined" | "plain";
  /** Whether the army has a session in the multiplexer. */
  running?: boolean;
  /** Directory of the project, relative to the fixture's folder. */
  directory?: string;
}

export const MINE = "ovld-mine";
const OTHER = "ovld-other";
/** Longer than any test. */
const FOREVER = 600_000;

export async function hostileFixture(options: HostileFixtureOptions = {}): Promise<HostileFixture> {
  const { as = "confined", running = true, directory = "project" } = options;
  const army = await temporaryArmy(await hostileFolder());
  // Without a ceiling, git would find the repository that contains this test.
  army.env.GIT_CEILING_DIRECTORIES = army.folder;
  await installScriptedAgent(army);
  const mine = await armyFixture(army, MINE, join(army.folder, directory));
  const other = await armyFixture(army, OTHER, join(army.folder, "other-project"));
  if (running) {
    const panes = await openPanes(army, MINE, rolesOf(mine));
    await openRegistry({ paths: army.paths, clock: systemClock }).note(MINE, { panes });
    await recordAgents(army, mine);
  }
  const canaries = await plantCanaries(army, other.folder);
  const env = { ...army.env, S: mine.folder, OTHER: other.folder, CANARY: canaries.program, OVLD: army.paths.home };
  const context = { cwd: mine.directory, env };
  const ending = new AbortController();
  const argvOf = async (script: string) => {
    const argv: Argv = ["sh", "-c", script];
    return as === "plain" ? argv : confined(argv, army, mine);
  };
  return {
    ...{ army, mine, other, canaries },
    agent: async (script) => requireEnd(await runBounded(await argvOf(`${script}\n${END}`), context)),
    async agentInBackground(script) {
      void runBounded(await argvOf(script), { ...context, signal: ending.signal, timeLimit: FOREVER });
    },
    ovld: (...argv) => runBounded(ovldArgv(argv), { ...context, env: army.env }),
    ovldInBackground: (signal, ...argv) =>
      runBounded(ovldArgv(argv), { ...context, env: army.env, signal, timeLimit: FOREVER }),
    async [Symbol.asyncDispose]() {
      ending.abort();
      canaries[Symbol.dispose]();
      await army.shell(`chmod -R u+rwX '${army.folder}'`);
      await army[Symbol.asyncDispose]();
    },
  };
}

const END_LINE = "the agent's script has ended";
const END = `echo "${END_LINE}" >&2`;

function requireEnd(outcome: Outcome): Outcome {
  const { status, stderr, isHung } = outcome;
  if (!stderr.endsWith(`${END_LINE}\n`))
    throw new Error(`the agent's script did not run to its end (${isHung ? "hung" : `status ${status}`}): ${stderr}`);
  return { ...outcome, stderr: stderr.slice(0, -END_LINE.length - 1) };
}

function ovldArgv(argv: readonly string[]): string[] {
  return [process.execPath, resolve("dist/main.cjs"), ...argv];
}

/** Records the process in each pane as the role's agent, as hooks do. */
async function recordAgents(army: TemporaryArmy, { folder }: ArmyFixture): Promise<void> {
  const { stdout } = await army.shell(`tmux list-panes -s -t =${MINE} -F '#{window_name} #{pane_pid}'`);
  for (const line of stdout.trim().split("\n")) {
    const [role = "", pid = ""] = line.split(" ");
    await writeFile(join(folder, "bell", role, "agent"), identityOf(Number(pid)));
  }
}

function rolesOf({ roster }: RegisteredArmy): string[] {
  return roster.roles.map(({ id }) => id);
}

async function armyFixture(army: TemporaryArmy, session: string, directory: string): Promise<ArmyFixture> {
  await mkdir(directory, { recursive: true });
  const registered = await registerArmy(army, session, directory);
  const { store, roster } = registered;
  const multiplexer = { kind: "tmux", program: "tmux" } as const;
  await store.initialise({ ...roster, settings: { ...roster.settings, multiplexer } });
  const { folder } = sessionPaths(army.paths, session);
  await fillArmy(registered, folder);
  return { ...registered, folder, directory };
}
