import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Conversation } from "#agent-cli/agent-cli.ts";
import type { Formation } from "#army/formation.ts";
import { planSession } from "#army/plan.ts";
import { rosterOf } from "#army/roster.ts";
import { agentFiles, type SessionFile, sessionFiles } from "#army/session-files.ts";
import { sessionName } from "#army/session-name.ts";
import { OvldError } from "#base/errors.ts";
import { multiplexerOf, registryOf } from "#cli/army-parts.ts";
import type { Context } from "#cli/context.ts";
import { formationOf, loadFormation } from "#cli/load-formation.ts";
import { type FoundRitual, ritualsOf } from "#cli/ritual.ts";
import { configChange } from "#config/config-change.ts";
import { packageRoot } from "#config/package-root.ts";
import { resolvePaths, sessionPaths } from "#config/paths.ts";
import type { SessionEntry } from "#config/session-entry.ts";
import type { Config } from "#config/settings.ts";
import { whereaboutsIn } from "#config/whereabouts.ts";
import type { Multiplexer, MultiplexerKind, MultiplexerSession } from "#multiplexer/multiplexer.ts";
import type { SessionPlan } from "#multiplexer/session-plan.ts";
import type { RelaySettings, Roster } from "#store/relay-store.ts";
import { chooseMultiplexer, requirePrograms } from "./checks.ts";
import { conversationsFor } from "./conversations.ts";
import { confine, type SandboxNotice } from "./sandbox.ts";

/** Everything decided about an army before anything is made. */
export interface Campaign {
  entry: SessionEntry;
  plan: SessionPlan;
  roster: Roster;
  files: SessionFile[];
  /** Folders that must be there before an agent starts. */
  folders: readonly string[];
  folder: string;
  rituals: FoundRitual[];
  ritualFolders: string[];
  notices: SandboxNotice[];
  multiplexer: Multiplexer;
  /** Whether it is one that stood before. */
  isAgain: boolean;
  /** What each role's agent talks in. */
  conversations: ReadonlyMap<string, Conversation>;
}

export interface PrepareOptions {
  rituals: boolean;
  /** The army that is to stand as it did; without one a new army is planned. */
  again?: SessionEntry | undefined;
  /** Who of that army is to be started; all without it. */
  roles?: readonly string[] | undefined;
  /** One that is over, and whose name is free for the new army. */
  instead?: SessionEntry | undefined;
}

/** Checks what an army needs and plans it; nothing is started or written. */
export async function prepare(config: Config, context: Context, options: PrepareOptions): Promise<Campaign> {
  const { env, lang, clock, wire } = context;
  const directory = await realDirectory(context.directory);
  const paths = resolvePaths(env);
  const { again } = options;
  const formation = await (again ? formationOf(again, context) : loadFormation(config.formation, context));
  const kind = again?.multiplexer ?? chooseMultiplexer(config, formation, context);
  // An army that runs is where it is; one that is to stand again stands here.
  const multiplexer = await multiplexerOf(again && options.roles ? again : { multiplexer: kind }, config, context);
  const sessions = multiplexer.sessions();
  // Asked meanwhile; what the checks find is the better reason.
  sessions.catch(() => {});
  await requirePrograms(kind, config, context);
  const ids = formation.roles.map(({ id }) => id);
  const conversations = await conversationsFor(ids, again, context);
  // Who goes on with a conversation has been given its ritual, whatever became of the file since.
  const isNeeded = (role: string) => (options.roles ?? ids).includes(role) && !conversations.get(role)?.isBegun;
  const found = options.rituals ? await ritualsOf(formation, directory, context, isNeeded) : [];
  const session =
    again?.name ?? (await freeName(directory, multiplexer.maxNameBytes(), await sessions, options.instead, context));
  const { folder, relay } = sessionPaths(paths, session);
  const roster = rosterOf(session, formation, relaySettings(kind, config, context));
  const agent = await wire.openAgentCli(config.programs.claude);
  const sandbox = await confine({ config, directory, folder }, context);
  const relayCommand = { command: process.execPath, args: [join(packageRoot(), "dist", "relay.js")] };
  const atLaunch = config.rituals.method === "launch";
  const plan = planSession({
    session,
    directory,
    formation,
    launchRole: (role) => ({
      argv: sandbox.wrap(
        agent.argv({
          ...agentFiles(role, { folder, relay }),
          model: modelOf(formation, role),
          autonomy: config.autonomy,
          conversation: conversations.get(role),
          ritual: atLaunch ? found.find((one) => one.role === role)?.text : undefined,
        }),
      ),
    }),
    launchView: (view) => ({
      argv: [process.execPath, join(packageRoot(), "dist", "main.js"), view, "--session", session, "--lang", lang],
    }),
  });
  return {
    entry: {
      name: session,
      directory,
      started: again?.started ?? new Date(clock.now()).toISOString(),
      multiplexer: kind,
      whereabouts: whereaboutsIn(env),
      formation: formation.name,
      roster: ids,
      panes: {},
      conversations: Object.fromEntries([...conversations].map(([role, { id }]) => [role, id])),
      terms: termsOf(formation, { lang, rituals: options.rituals, config }),
    },
    plan,
    roster,
    files: [
      ...sessionFiles(roster, { folder, relay }, agent, { relay: relayCommand, rituals: atLaunch ? [] : found }),
      ...sandbox.files,
    ],
    folders: sandbox.folders,
    folder,
    // A conversation that is taken up again has its ritual, and is reminded of it by its agent CLI.
    rituals: atLaunch ? [] : found.filter(({ role }) => !conversations.get(role)?.isBegun),
    ritualFolders: [...new Set(found.map(({ file }) => dirname(file)))],
    notices: sandbox.notices,
    multiplexer,
    isAgain: again !== undefined,
    conversations,
  };
}

/** What the relays of the army go by. */
function relaySettings(kind: MultiplexerKind, config: Config, { lang, env }: Context): RelaySettings {
  const { relay, delivery, storms, limits, watch, programs } = config;
  return {
    lang,
    durability: relay.durability,
    knowledge: relay.knowledge,
    routing: relay.routing,
    deadlines: { normal: delivery.deadline, urgent: delivery.urgent_deadline },
    storms: { pairPerMinute: storms.pair_per_minute, chainHops: storms.chain_hops },
    limits: { tokensPerRole: limits.tokens_per_role, tokensTotal: limits.tokens_total, resume: limits.resume },
    settled: configChange(env),
    absent: watch.mail,
    multiplexer: { kind, program: programs[kind] },
  };
}

function termsOf(
  { name: _, ...formation }: Formation,
  { lang, rituals, config }: Pick<Context, "lang"> & { rituals: boolean; config: Config },
): SessionEntry["terms"] {
  return { lang, rituals, formation, autonomy: config.autonomy, sandbox: config.sandbox.engine };
}

function modelOf({ roles }: Formation, role: string): string | undefined {
  return roles.find(({ id }) => id === role)?.model;
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
  context: Context,
): Promise<string> {
  const taken = [...(await registryOf(context).list()), ...sessions]
    .map(({ name }) => name)
    .filter((name) => name !== instead?.name);
  return sessionName(basename(directory), {
    maxBytes,
    isTaken: (name) => taken.includes(name),
    hash: createHash("sha256").update(directory).digest("hex").slice(0, 8),
  });
}
