import type { Formation } from "#army/formation.ts";
import { OvldError } from "#base/errors.ts";
import { findProgram } from "#base/find-program.ts";
import { run } from "#base/run.ts";
import { isAtLeast, versionIn } from "#base/version.ts";
import type { Context } from "#cli/context.ts";
import { pickMultiplexer } from "#cli/pick-multiplexer.ts";
import { programs } from "#config/programs.ts";
import type { Config } from "#config/settings.ts";
import type { MultiplexerKind } from "#multiplexer/multiplexer.ts";

const TIME_LIMIT = 10_000;

/** What an army of this formation stands on. */
export function chooseMultiplexer(
  config: Config,
  { multiplexer: preferred }: Pick<Formation, "multiplexer">,
  { env }: Context,
): MultiplexerKind {
  const isInstalled = (kind: MultiplexerKind) => findProgram(config.programs[kind], env.PATH) !== undefined;
  return pickMultiplexer({ configured: config.multiplexer, preferred, isInstalled });
}

/** Throws unless there is an agent by this name; nothing is run or made. */
export function requireAgent({ programs: { claude } }: Config, { env }: Context): void {
  if (!findProgram(claude, env.PATH)) throw new OvldError("program-missing", { program: claude });
}

/** Throws unless agent and multiplexer are installed, and that one is new enough. */
export async function requirePrograms(kind: MultiplexerKind, config: Config, context: Context): Promise<void> {
  const { env, signal } = context;
  const program = config.programs[kind];
  const { versionFlag, needed } = programs[kind];
  requireAgent(config, context);
  const { stdout } = await run(program, [versionFlag], { env, signal, timeLimit: TIME_LIMIT });
  const found = versionIn(stdout);
  if (found && !isAtLeast(found, needed)) throw new OvldError("program-too-old", { program, found, needed });
}
