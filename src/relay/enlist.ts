import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Places } from "#app/summon/session-files.ts";
import { systemClock } from "#base/clock.ts";
import { fileLog, type Log, silentLog } from "#base/log.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths } from "#home/paths.ts";
import { requireRole } from "#mail/compose.ts";
import type { InsightShelf } from "#store/insight-shelf.ts";
import type { RoleId } from "#store/mail-store.ts";
import type { RelayStore, Roster } from "#store/relay-store.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface Openers {
  openStore(folder: string, options: { log: Log }): Promise<RelayStore>;
  openShelf(folder: string): Promise<InsightShelf>;
}

/** Whom this relay serves, and what with. */
export interface Enlisted {
  role: RoleId;
  places: Places;
  log: Log;
  roster: Roster;
  store: RelayStore;
  shelf: InsightShelf | undefined;
}

/** Finds the session that the environment names, and the role's place in it. */
export async function enlist(env: Environment, { openStore, openShelf }: Openers): Promise<Enlisted> {
  const role = required(env, "OVLD_ROLE");
  const named = required(env, "OVLD_RELAY_DIR");
  const session = required(env, "OVLD_SESSION");
  const folder = whereItIs(named);
  // A role names a log file only once the roster is known to hold it.
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
  const shelf = knowledge ? await openShelf(join(resolvePaths(env).knowledge, name)) : undefined;
  return { role, places: { folder: dirname(folder), relay: folder }, log, roster, store, shelf };
}

/** A link to the newest army's store may be turned to another army while this one lives. */
function whereItIs(folder: string): string {
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
