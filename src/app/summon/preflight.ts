import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { basename } from "node:path";
import type { AgentKind } from "#agent-cli/kinds.ts";
import type { Conversation } from "#agent-cli/launch.ts";
import { type AgentOf, agentKindsOf, agentsByRole } from "#app/armies/army-agents.ts";
import { multiplexerOf, registryOf } from "#app/armies/army-parts.ts";
import { formationOf, loadFormation } from "#app/armies/load-formation.ts";
import { type FoundRitual, findRituals } from "#app/rituals/find-rituals.ts";
import type { Services } from "#app/services.ts";
import { examineWork, type Ground, hasKeptWork, requireFieldsAllowed, rolesInFields } from "#app/work/examine-work.ts";
import { type AgentChoice, agentsFor } from "#army/agent-choice.ts";
import type { Formation } from "#army/formation.ts";
import { sessionName } from "#army/session-name.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Multiplexer, MultiplexerKind, MultiplexerSession } from "#multiplexer/multiplexer.ts";
import { chooseMultiplexer, requirePrograms } from "./checks.ts";
import { conversationsFor } from "./conversations.ts";

/** Input of a plan. */
export interface Preflight {
  session: string;
  directory: string;
  formation: Formation;
  kind: MultiplexerKind;
  multiplexer: Multiplexer;
  /** The CLI of each role. */
  agents: ReadonlyMap<string, AgentKind>;
  agentOf: AgentOf;
  conversations: ReadonlyMap<string, Conversation>;
  ground: Ground;
  /** Rituals of all roles that still need one, and of the other roles if the file exists. */
  rituals: FoundRitual[];
}

export interface PlanOptions {
  rituals: boolean;
  /** The army to resume; if absent, a new army is planned. */
  again?: SessionEntry | undefined;
  /** Roles of that army to start; all of them if absent. */
  roles?: readonly string[] | undefined;
  /** Agent CLIs that a person chose for this start. */
  choice?: AgentChoice | undefined;
  /** An ended army that the new one replaces under the same name. */
  instead?: SessionEntry | undefined;
}

/** Collects the requirements of an army; throws for a missing one. */
export async function preflight(config: Config, services: Services, options: PlanOptions): Promise<Preflight> {
  const { again, roles, choice, instead } = options;
  const directory = await realDirectory(services.directory);
  if (again) {
    requireAsSummoned(again, directory, services);
    requireFieldsAllowed(again, config, services);
  }
  const formation = await (again ? formationOf(again, services) : loadFormation(config.formation, services));
  const kind = again?.multiplexer ?? chooseMultiplexer(config, formation, services);
  // A running army keeps its multiplexer's sockets; a resumed one uses those of this environment.
  const multiplexer = await multiplexerOf(again && roles ? again : { multiplexer: kind }, config, services);
  const sessions = multiplexer.sessions();
  // Started in parallel; an error of the checks below is the better message.
  sessions.catch(() => {});
  const ids = formation.roles.map(({ id }) => id);
  const before = again ? agentKindsOf(again) : new Map();
  const agents = agentsFor(formation, { choice, before, fallback: config.agents.default });
  const started = (roles ?? ids).map((role) => agents.get(role) ?? config.agents.default);
  await requirePrograms(kind, started, config, services);
  const agentOf = await agentsByRole(agents, config, services);
  const conversations = await conversationsFor(ids, again, agentOf, services);
  // A resumed conversation has its ritual already, so its file may be missing.
  const isNeeded = (role: string) => (roles ?? ids).includes(role) && !conversations.get(role)?.isBegun;
  const ground = again ? { armies: [] } : await examineWork(config, formation, directory, services);
  const inFields = rolesInFields(ground, formation, again);
  const search = { isNeeded, inFields };
  const rituals = options.rituals ? await findRituals(formation, directory, services, search) : [];
  const session =
    again?.name ?? (await freeName(directory, multiplexer.maxNameBytes(), await sessions, instead, ground, services));
  return { session, directory, formation, kind, multiplexer, agents, agentOf, conversations, rituals, ground };
}

/** An agent may have replaced the project by a symlink or edited the record; a resume must not extend its rights. */
function requireAsSummoned(
  { name, directory, summonedWith }: SessionEntry,
  found: string,
  { overrides }: Services,
): void {
  if (found !== directory) throw new OvldError("project-moved", { directory, found });
  if (summonedWith?.sandbox === "unknown" && overrides["sandbox.engine"] === undefined)
    throw new OvldError("sandbox-unknown", { session: name });
}

async function realDirectory(directory: string): Promise<string> {
  return realpath(directory).catch((error) => {
    throw new OvldError("file-missing", { file: directory, cause: error });
  });
}

async function freeName(
  directory: string,
  maxBytes: number,
  sessions: readonly MultiplexerSession[],
  instead: SessionEntry | undefined,
  { armies }: Ground,
  services: Services,
): Promise<string> {
  const taken = [...(await registryOf(services).list()), ...sessions]
    .map(({ name }) => name)
    .filter((name) => name !== instead?.name);
  return sessionName(basename(directory), {
    maxBytes,
    isTaken: (name) => taken.includes(name) || armies.includes(name) || hasKeptWork(name, services.env),
    hash: createHash("sha256").update(directory).digest("hex").slice(0, 8),
  });
}
