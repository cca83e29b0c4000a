import { OvldError } from "#base/errors.ts";
import { findProgram } from "#base/find-program.ts";
import { run } from "#base/run.ts";
import type { Context } from "#cli/context.ts";
import { isAtLeast, programs, versionIn } from "#config/programs.ts";
import type { Config } from "#config/settings.ts";
import type { MultiplexerKind } from "#multiplexer/multiplexer.ts";

const TIME_LIMIT = 10_000;

/** The one asked for, else zellij. */
export async function chooseMultiplexer(config: Config, context: Context): Promise<MultiplexerKind> {
  const chosen = config.multiplexer === "auto" ? "zellij" : config.multiplexer;
  await requireVersion(chosen, config.programs[chosen], context);
  return chosen;
}

export async function requireAgent(config: Config, { env }: Context): Promise<void> {
  if (!findProgram(config.programs.claude, env.PATH))
    throw new OvldError("program-missing", { program: config.programs.claude });
}

async function requireVersion(kind: MultiplexerKind, program: string, { env, signal }: Context): Promise<void> {
  const { versionFlag, needed } = programs[kind];
  const { stdout } = await run(program, [versionFlag], { env, signal, timeLimit: TIME_LIMIT });
  const found = versionIn(stdout);
  if (found && !isAtLeast(found, needed)) throw new OvldError("program-too-old", { program, found, needed });
}
