import type { Context } from "#cli/context.ts";
import type { Config } from "#config/settings.ts";
import { multiplexerKinds } from "#multiplexer/multiplexer.ts";
import { type Check, soften } from "./check.ts";
import { checkConfig, checkFormation, checkHome } from "./places.ts";
import { checkNode, checkProgram } from "./programs.ts";
import { checkSessions } from "./sessions.ts";

/** Everything an army needs, looked at one by one; nothing is created or changed. */
export async function examine(context: Context): Promise<Check[]> {
  const { check: configCheck, config } = checkConfig(context);
  const multiplexers = await Promise.all(
    multiplexerKinds.map((kind) => checkProgram(context, kind, config.programs[kind])),
  );
  const optional = await Promise.all([
    checkProgram(context, "git"),
    ...(context.platform === "linux" ? [checkProgram(context, "bubblewrap")] : []),
  ]);
  return [
    checkNode(context),
    ...multiplexers.map((check) => (isSpared(check, multiplexers, config) ? soften(check) : check)),
    await checkProgram(context, "claude", config.programs.claude),
    ...optional.map(soften),
    configCheck,
    await checkFormation(context, config),
    checkHome(context),
    ...(await checkSessions(context, config)),
  ];
}

/** One multiplexer is enough; when the user chose one, it is that one. */
function isSpared(check: Check, all: readonly Check[], { multiplexer }: Pick<Config, "multiplexer">): boolean {
  return multiplexer === "auto" ? all.some(({ state }) => state === "ok") : check.name !== multiplexer;
}
