import { firstKind } from "#agent-cli/kinds.ts";
import { loadFormation } from "#app/armies/load-formation.ts";
import { pickMultiplexer } from "#app/summon/pick-multiplexer.ts";
import { findProgram } from "#base/find-program.ts";
import type { Context } from "#cli/frame/context.ts";
import { multiplexerKinds } from "#multiplexer/multiplexer.ts";
import { type Check, soften } from "./check.ts";
import { checkDisk } from "./disk.ts";
import { checkMail } from "./mail.ts";
import { checkFormation, checkHome, checkModes, type ReadConfig } from "./places.ts";
import { checkAgent, checkNode, checkProgram } from "./programs.ts";
import { checkQuestions } from "./questions.ts";
import { checkSessions } from "./sessions.ts";

/** Checks all requirements of an army one by one; changes nothing. */
export async function examine(context: Context, { check: configCheck, config }: ReadConfig): Promise<Check[]> {
  const multiplexers = await Promise.all(
    multiplexerKinds.map((kind) => checkProgram(context, kind, config.programs[kind])),
  );
  const needed = pickMultiplexer({
    configured: config.multiplexer,
    preferred: (await loadFormation(config.formation, context).catch(() => undefined))?.multiplexer,
    isInstalled: (kind) => findProgram(config.programs[kind], context.env.PATH) !== undefined,
  });
  const optional = await Promise.all([
    checkProgram(context, "git"),
    ...(context.platform === "linux" ? [checkProgram(context, "bubblewrap")] : []),
  ]);
  const agent = await checkAgent(context, firstKind, config.programs[firstKind]);
  return [
    checkNode(context),
    ...multiplexers.map((check) => (check.name === needed ? check : soften(check))),
    agent,
    ...(agent.state === "ok" ? [await checkQuestions(context, config)] : []),
    ...optional.map(soften),
    configCheck,
    await checkFormation(context, config),
    await checkHome(context),
    await checkDisk(context),
    checkModes(context),
    ...(await checkSessions(context, config)),
    await checkMail(context),
  ];
}
