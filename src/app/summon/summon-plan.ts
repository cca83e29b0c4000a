import { dirname, join } from "node:path";
import type { Conversation } from "#agent-cli/launch.ts";
import { confine, type SandboxNotice } from "#app/confine/confine.ts";
import type { FoundRitual } from "#app/rituals/find-rituals.ts";
import type { Services } from "#app/services.ts";
import { confineFields } from "#app/work/confine-fields.ts";
import type { FieldOrder } from "#app/work/open-fields.ts";
import { type FieldNotice, planFields } from "#app/work/plan-fields.ts";
import { modelOf } from "#army/agent-choice.ts";
import type { Formation } from "#army/formation.ts";
import { planSession, rosterOf } from "#army/plan.ts";
import { FORMAT } from "#base/format.ts";
import { configChange } from "#config/config-change.ts";
import type { Config } from "#config/settings.ts";
import { insightFolder } from "#home/insight-folder.ts";
import { packageRoot } from "#home/package-root.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { socketEnv } from "#home/socket-env.ts";
import type { RelaySettings, Roster } from "#mail/roster.ts";
import type { Multiplexer } from "#multiplexer/multiplexer.ts";
import type { Launch, SessionPlan } from "#multiplexer/session-plan.ts";
import { type PlanOptions, type Preflight, preflight } from "./preflight.ts";
import { type SessionFile, sessionFiles } from "./session-files.ts";

/** The plan of an army, complete before anything is created. */
export interface SummonPlan {
  entry: SessionEntry;
  sessionPlan: SessionPlan;
  roster: Roster;
  files: SessionFile[];
  /** Folders that must exist before an agent starts. */
  folders: readonly string[];
  folder: string;
  rituals: FoundRitual[];
  ritualFolders: string[];
  notices: SandboxNotice[];
  /** Made before an agent starts. */
  fields: readonly FieldOrder[];
  fieldNotices: readonly FieldNotice[];
  multiplexer: Multiplexer;
  /** True if an ended army is resumed. */
  isAgain: boolean;
  /** By role. */
  conversations: ReadonlyMap<string, Conversation>;
}

/** Checks the requirements of an army and plans it; starts and writes nothing. */
export async function planArmy(config: Config, services: Services, options: PlanOptions): Promise<SummonPlan> {
  const found = await preflight(config, services, options);
  const { directory, formation, multiplexer, agents: kinds, agentOf, conversations, session } = found;
  const { folder, relay } = sessionPaths(resolvePaths(services.env), session);
  const roster = rosterOf(session, formation, relaySettings(found, config, services));
  const agents = formation.roles.map(({ id }) => agentOf(id));
  const sandbox = await confine({ config, directory, folder, agents }, services);
  const work = await planFields(found, options.again, services);
  const fields = await confineFields(work, { config, directory, folder, agents, sandbox }, services);
  const relayCommand = { command: process.execPath, args: [join(packageRoot(), "dist", "main.cjs"), "relay"] };
  const atLaunch = config.rituals.method === "launch";
  const [launched, typed] = atLaunch ? [found.rituals, []] : [[], found.rituals];
  return {
    entry: { ...entryOf(found, config, services, options), ...(work.record && { fields: work.record }) },
    sessionPlan: planSession({
      session,
      directory,
      formation,
      launchRole: (role) => ({
        argv: fields.wrap(
          role,
          agentOf(role).argv({
            paths: { role, folder, relay },
            model: modelIn(formation, role, kinds),
            autonomy: config.autonomy,
            conversation: conversations.get(role),
            ritual: launched.find((one) => one.role === role)?.text,
          }),
        ),
      }),
      launchView: (view) => launchView(view, session, services),
    }),
    roster,
    files: [
      ...sessionFiles(roster, { folder, relay }, agentOf, { relay: relayCommand, rituals: typed }),
      ...sandbox.files,
      ...fields.files,
    ],
    folders: [...sandbox.folders, ...fields.folders],
    folder,
    // A resumed conversation already contains its ritual.
    rituals: typed.filter(({ role }) => !conversations.get(role)?.isBegun),
    ritualFolders: [...new Set(found.rituals.map(({ file }) => dirname(file)))],
    notices: sandbox.notices,
    fields: fields.orders,
    fieldNotices: work.notices,
    multiplexer,
    isAgain: options.again !== undefined,
    conversations,
  };
}

/** The registry entry, without panes: they are recorded after the start. */
function entryOf(
  { session, directory, kind, formation, agents, conversations }: Preflight,
  config: Config,
  { env, clock, lang }: Services,
  { again, rituals }: PlanOptions,
): SessionEntry {
  return {
    version: FORMAT,
    name: session,
    directory,
    started: again?.started ?? new Date(clock.now()).toISOString(),
    multiplexer: kind,
    socketEnv: socketEnv(env),
    formation: formation.name,
    roster: formation.roles.map(({ id }) => id),
    panes: {},
    agents: Object.fromEntries(agents),
    conversations: Object.fromEntries([...conversations].map(([role, { id }]) => [role, id])),
    summonedWith: summonedWith(formation, { lang, rituals, config }),
  };
}

function launchView(view: string, session: string, { lang }: Services): Launch {
  const ovld = join(packageRoot(), "dist", "main.cjs");
  return { argv: [process.execPath, ovld, view, "--session", session, "--lang", lang] };
}

/** Settings of the army's relays. */
function relaySettings({ kind, directory }: Preflight, config: Config, { lang, env }: Services): RelaySettings {
  const { relay, delivery, storms, limits, watch, programs } = config;
  return {
    lang,
    durability: relay.durability,
    knowledge: relay.knowledge,
    shelf: insightFolder(directory),
    routing: relay.routing,
    deadlines: { normal: delivery.deadline, urgent: delivery.urgent_deadline },
    storms: { pairPerMinute: storms.pair_per_minute, chainHops: storms.chain_hops },
    limits: { tokensPerRole: limits.tokens_per_role, tokensTotal: limits.tokens_total, resume: limits.resume },
    settled: configChange(env),
    absent: watch.mail,
    multiplexer: { kind, program: programs[kind] },
  };
}

function summonedWith(
  { name: _, ...formation }: Formation,
  { lang, rituals, config }: Pick<Services, "lang"> & { rituals: boolean; config: Config },
): SessionEntry["summonedWith"] {
  return { lang, rituals, formation, autonomy: config.autonomy, sandbox: config.sandbox.engine };
}

function modelIn({ roles }: Formation, role: string, kinds: Preflight["agents"]): string | undefined {
  const found = roles.find(({ id }) => id === role);
  const kind = kinds.get(role);
  return found && kind && modelOf(found, kind);
}
