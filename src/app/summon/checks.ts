import type { AgentKind } from "#agent-cli/kinds.ts";
import { loadFormation } from "#app/armies/load-formation.ts";
import type { Services } from "#app/services.ts";
import { type AgentChoice, agentsFor } from "#army/agent-choice.ts";
import type { Formation } from "#army/formation.ts";
import { findProgram } from "#base/find-program.ts";
import { installedVersion } from "#base/installed-version.ts";
import { run } from "#base/run.ts";
import { isAtLeast, versionIn } from "#base/version.ts";
import { programs } from "#config/programs.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths } from "#home/paths.ts";
import type { MultiplexerKind } from "#multiplexer/multiplexer.ts";
import { refuseLostBytes } from "#multiplexer/plain-text.ts";
import { pickMultiplexer } from "./pick-multiplexer.ts";

const TIME_LIMIT = 10_000;

/** The multiplexer for an army of this formation. */
export function chooseMultiplexer(
  config: Config,
  { multiplexer: preferred }: Pick<Formation, "multiplexer">,
  { env }: Services,
): MultiplexerKind {
  const isInstalled = (kind: MultiplexerKind) => findProgram(config.programs[kind], env.PATH) !== undefined;
  return pickMultiplexer({ configured: config.multiplexer, preferred, isInstalled });
}

/** Throws for a project or home path that is not valid UTF-8: Node would create a folder of another name. */
export function requireNamedPaths({ directory, env }: Services): void {
  for (const path of [directory, resolvePaths(env).home]) refuseLostBytes(path);
}

/** Throws unless the agent CLI is installed and not known to be too old; runs and writes nothing. */
export function requireAgent(kind: AgentKind, config: Config, { env }: Services): void {
  const program = config.programs[kind];
  const file = findProgram(program, env.PATH);
  if (!file) throw new OvldError("program-missing", { program });
  const { needed, packages } = programs[kind];
  const found = installedVersion(file, packages.npm);
  requireVersion({ program, found, needed });
}

/** Throws unless the agent CLIs of a new army are installed; reads its formation. */
export async function requireAgents(
  choice: AgentChoice | undefined,
  config: Config,
  services: Services,
): Promise<void> {
  const formation = await loadFormation(config.formation, services);
  const kinds = agentsFor(formation, { choice, before: new Map(), fallback: config.agents.default });
  for (const kind of new Set(kinds.values())) requireAgent(kind, config, services);
}

/** Throws unless agents and multiplexer are installed and new enough. */
export async function requirePrograms(
  kind: MultiplexerKind,
  agents: Iterable<AgentKind>,
  config: Config,
  services: Services,
): Promise<void> {
  const { env, signal } = services;
  const program = config.programs[kind];
  const { versionFlag, needed } = programs[kind];
  for (const agent of new Set(agents)) requireAgent(agent, config, services);
  const { stdout } = await run(program, [versionFlag], { env, signal, timeLimit: TIME_LIMIT });
  requireVersion({ program, found: versionIn(stdout), needed });
}

function requireVersion({ program, found, needed }: { program: string; found: string | undefined; needed: string }) {
  if (found && !isAtLeast(found, needed)) throw new OvldError("program-too-old", { program, found, needed });
}
