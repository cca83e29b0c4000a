import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ArmyFolders } from "#app/summon/session-files.ts";
import { systemClock } from "#base/clock.ts";
import { fileLog, type Log, silentLog } from "#base/log.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths } from "#home/paths.ts";
import { requireRole } from "#mail/compose.ts";
import type { RoleId } from "#mail/message.ts";
import type { Roster } from "#mail/roster.ts";
import type { InsightStore } from "#store/insight-store.ts";
import type { RelayStore } from "#store/relay-store.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface Openers {
  openStore(folder: string, options: { log: Log }): Promise<RelayStore>;
  openInsights(folder: string): Promise<InsightStore>;
}

/** The role of this relay, and its services. */
export interface RelayIdentity {
  role: RoleId;
  paths: ArmyFolders;
  log: Log;
  roster: Roster;
  store: RelayStore;
  insights: InsightStore | undefined;
}

/** Opens the services for the session and the role in the environment. */
export async function identify(env: Environment, { openStore, openInsights }: Openers): Promise<RelayIdentity> {
  const role = required(env, "OVLD_ROLE");
  const named = required(env, "OVLD_RELAY_DIR");
  const session = required(env, "OVLD_SESSION");
  const folder = realFolder(named);
  // The role is used as a file name only after it was found in the roster.
  let file = silentLog;
  const log: Log = { write: (...entry) => file.write(...entry) };
  const store = await openStore(folder, { log });
  const roster = await store.roster();
  if (roster.session !== session)
    throw new OvldError("bad-environment", {
      variable: "OVLD_SESSION",
      expected: { type: "one-of", values: [roster.session] },
      found: session,
    });
  requireRole(role, roster);
  file = fileLog(join(dirname(folder), "logs", `relay-${role}.log`), { clock: systemClock });
  const { knowledge, shelf: name = session } = roster.settings;
  const insights = knowledge ? await openInsights(join(resolvePaths(env).knowledge, name)) : undefined;
  return { role, paths: { folder: dirname(folder), relay: folder }, log, roster, store, insights };
}

/** The folder may be a symlink, which another army can redirect while this one runs. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (error) {
    throw new OvldError("store-missing", { folder, cause: error });
  }
}

function required(env: Environment, variable: string): string {
  const value = env[variable];
  if (!value) throw new OvldError("relay-environment", { variable });
  return value;
}
