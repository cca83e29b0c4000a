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
import { hostilePlace } from "./hostile-place.ts";
import { identityOf } from "./identity-of.ts";
import { inhabit } from "./inhabit.ts";
import { type Outcome, runBounded } from "./run-bounded.ts";

export interface Stronghold extends RegisteredArmy {
  folder: string;
  directory: string;
}

/** A hostile agent in one army, another army beside it, and everything outside that neither may touch. */
export interface HostileFixture extends AsyncDisposable {
  army: TemporaryArmy;
  mine: Stronghold;
  other: Stronghold;
  canaries: Canaries;
  /** Runs a shell script as the agent; `$S` is its session's folder, `$OTHER` the other one, `$CANARY` a program. */
  agent(script: string): Promise<Outcome>;
  /** Starts the script and goes on; it is ended with the fixture. */
  agentBeside(script: string): Promise<void>;
  /** Runs `ovld` as the user, outside. */
  ovld(...argv: string[]): Promise<Outcome>;
  /** The same until the signal ends it. */
  ovldBeside(signal: AbortSignal, ...argv: string[]): Promise<Outcome>;
}

export interface HostileFixtureOptions {
  /** In the sandbox of its army, or as any process of the user. */
  as?: "confined" | "plain";
  /** Whether the multiplexer knows the army. */
  running?: boolean;
  /** Of its project, below the fixture's folder. */
  directory?: string;
}

export const MINE = "ovld-mine";
const OTHER = "ovld-other";
/** Longer than any test takes. */
const FOREVER = 600_000;

export async function hostileFixture(options: HostileFixtureOptions = {}): Promise<HostileFixture> {
  const { as = "confined", running = true, directory = "project" } = options;
  const army = await temporaryArmy(await hostilePlace());
  // The project is no part of the repository that this test stands in.
  army.env.GIT_CEILING_DIRECTORIES = army.folder;
  await installScriptedAgent(army);
  const mine = await stronghold(army, MINE, join(army.folder, directory));
  const other = await stronghold(army, OTHER, join(army.folder, "other-project"));
  if (running) {
    const panes = await openPanes(army, MINE, rolesOf(mine));
    await openRegistry({ paths: army.paths, clock: systemClock }).note(MINE, { panes });
    await noteAgents(army, mine);
  }
  const canaries = await plantCanaries(army, other.folder);
  const env = { ...army.env, S: mine.folder, OTHER: other.folder, CANARY: canaries.program, OVLD: army.paths.home };
  const place = { cwd: mine.directory, env };
  const ending = new AbortController();
  const argvOf = async (script: string) => {
    const argv: Argv = ["sh", "-c", script];
    return as === "plain" ? argv : confined(argv, army, mine);
  };
  return {
    ...{ army, mine, other, canaries },
    agent: async (script) => runBounded(await argvOf(script), place),
    async agentBeside(script) {
      void runBounded(await argvOf(script), { ...place, signal: ending.signal, timeLimit: FOREVER });
    },
    ovld: (...argv) => runBounded(ovldArgv(argv), { ...place, env: army.env }),
    ovldBeside: (signal, ...argv) =>
      runBounded(ovldArgv(argv), { ...place, env: army.env, signal, timeLimit: FOREVER }),
    async [Symbol.asyncDispose]() {
      ending.abort();
      canaries[Symbol.dispose]();
      await army.shell(`chmod -R u+rwX '${army.folder}'`);
      await army[Symbol.asyncDispose]();
    },
  };
}

function ovldArgv(argv: readonly string[]): string[] {
  return [process.execPath, resolve("dist/main.js"), ...argv];
}

/** As hooks do: what runs in its pane is a role's agent. */
async function noteAgents(army: TemporaryArmy, { folder }: Stronghold): Promise<void> {
  const { stdout } = await army.shell(`tmux list-panes -s -t =${MINE} -F '#{window_name} #{pane_pid}'`);
  for (const line of stdout.trim().split("\n")) {
    const [role = "", pid = ""] = line.split(" ");
    await writeFile(join(folder, "bell", role, "agent"), identityOf(Number(pid)));
  }
}

function rolesOf({ roster }: RegisteredArmy): string[] {
  return roster.roles.map(({ id }) => id);
}

async function stronghold(army: TemporaryArmy, session: string, directory: string): Promise<Stronghold> {
  await mkdir(directory, { recursive: true });
  const registered = await registerArmy(army, session, directory);
  const { store, roster } = registered;
  const multiplexer = { kind: "tmux", program: "tmux" } as const;
  await store.initialise({ ...roster, settings: { ...roster.settings, multiplexer } });
  const { folder } = sessionPaths(army.paths, session);
  await inhabit(registered, folder);
  return { ...registered, folder, directory };
}
