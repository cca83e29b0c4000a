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

/** Throws unless agent and multiplexer are installed, and that one is new enough. */
export async function requirePrograms(kind: MultiplexerKind, config: Config, { env, signal }: Context): Promise<void> {
  const { claude, [kind]: program } = config.programs;
  const { versionFlag, needed } = programs[kind];
  if (!findProgram(claude, env.PATH)) throw new OvldError("program-missing", { program: claude });
  const { stdout } = await run(program, [versionFlag], { env, signal, timeLimit: TIME_LIMIT });
  const found = versionIn(stdout);
  if (found && !isAtLeast(found, needed)) throw new OvldError("program-too-old", { program, found, needed });
}
