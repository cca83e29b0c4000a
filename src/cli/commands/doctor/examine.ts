import type { AgentKind } from "#agent-cli/kinds.ts";
import { loadFormation } from "#app/armies/load-formation.ts";
import { pickMultiplexer } from "#app/summon/pick-multiplexer.ts";
import { agentsFor } from "#army/agent-choice.ts";
import type { Formation } from "#army/formation.ts";
import { findProgram } from "#base/find-program.ts";
import type { Context } from "#cli/frame/context.ts";
import { agentLimits } from "#cli/render/agent-limits.ts";
import type { Config } from "#config/settings.ts";
import { multiplexerKinds } from "#multiplexer/multiplexer.ts";
import { checkChannels } from "./channels.ts";
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
  const formation = await loadFormation(config.formation, context).catch(() => undefined);
  const needed = pickMultiplexer({
    configured: config.multiplexer,
    preferred: formation?.multiplexer,
    isInstalled: (kind) => findProgram(config.programs[kind], context.env.PATH) !== undefined,
  });
  const optional = await Promise.all([
    checkProgram(context, "git"),
    ...(context.platform === "linux" ? [checkProgram(context, "bubblewrap")] : []),
  ]);
  const kinds = agentsOf(formation, config);
  const agents = await Promise.all(kinds.map((kind) => checkAgent(context, kind, config.programs[kind])));
  const installed = kinds.flatMap((kind, index) => {
    const agent = agents[index];
    return agent?.state === "ok" ? [{ kind, version: agent.found }] : [];
  });
  const ready = installed.map(({ kind }) => kind);
  return [
    checkNode(context),
    ...multiplexers.map((check) => (check.name === needed ? check : soften(check))),
    ...agents,
    ...(await checkAbilities(context, ready)),
    ...(ready.length > 0
      ? [await checkChannels(context, config, installed), await checkQuestions(context, ready, config)]
      : []),
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

/** The agent CLIs of the selected formation. */
function agentsOf(formation: Formation | undefined, { agents }: Config): AgentKind[] {
  if (!formation) return [agents.default];
  const byRole = agentsFor(formation, { choice: undefined, before: new Map(), fallback: agents.default });
  return [...new Set(byRole.values())];
}

async function checkAbilities(context: Context, kinds: readonly AgentKind[]): Promise<Check[]> {
  const limits = await agentLimits(kinds, context);
  if (limits.length === 0) return [];
  const { and, purposes } = context.words.doctor;
  const found = limits.join(and);
  return [{ name: "abilities", state: "ok", found, purpose: purposes.abilities, fixes: [], kind: "config" }];
}
