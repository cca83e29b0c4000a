import { OvldError } from "#base/errors.ts";
import type { Context } from "#cli/context.ts";
import type { Config } from "#config/settings.ts";
import type { Catalog } from "#i18n/catalog.ts";
import { multiplexerKinds } from "#multiplexer/multiplexer.ts";
import { type Check, failure, soften } from "./check.ts";
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
    ...multiplexers.map((check) => judge(check, config, context.words)),
    await checkProgram(context, "claude", config.programs.claude),
    ...optional.map(soften),
    configCheck,
    await checkFormation(context, config),
    checkHome(context),
    ...(await checkSessions(context, config)),
  ];
}

/** Armies stand on zellij only, so far: tmux is not needed, and choosing it is a failure that says so. */
function judge(check: Check, { multiplexer }: Pick<Config, "multiplexer">, words: Catalog): Check {
  if (check.name !== "tmux") return check;
  if (multiplexer !== "tmux") return soften(check);
  return { ...check, ...failure(new OvldError("multiplexer-unsupported", { multiplexer }), words), kind: "usage" };
}
