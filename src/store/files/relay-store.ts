import { type Clock, systemClock } from "#base/clock.ts";
import { type Log, silentLog } from "#base/log.ts";
import { ownIdentity, type ProcessIdentity } from "#base/process-identity.ts";
import type { RelayStore } from "#store/relay-store.ts";
import { cleanStore } from "./clean.ts";
import { initialiseStore } from "./initialise.ts";
import { allReaders, fileMail } from "./mail.ts";
import { filePending } from "./pending.ts";
import { fileCounts } from "./relay-counts.ts";
import { openRosterFile } from "./roster-file.ts";
import { fileStatus } from "./status.ts";
import type { StoreDir } from "./store-dir.ts";
import { watchStore } from "./watch-store.ts";

export interface FileStoreOptions {
  log?: Log | undefined;
  clock?: Clock | undefined;
  /** The owner of claims. After its death unacknowledged mail is unread again. */
  owner?: ProcessIdentity | undefined;
}

/** Mail as files: `inbox/<role>/<id>.json` and its neighbours, shared by every process of a session. */
export function fileRelayStore(folder: string, options: FileStoreOptions = {}): RelayStore {
  const { log = silentLog, clock = systemClock, owner } = options;
  const dir: StoreDir = { root: folder, log, clock, owner: owner ? async () => owner : ownIdentity };
  const roster = openRosterFile(dir);
  return {
    mail: fileMail(dir, roster),
    status: fileStatus(dir, roster),
    pending: filePending(dir, roster),
    counts: fileCounts(dir, roster),
    initialise: (value) => initialiseStore(dir, roster, value),
    roster: async () => structuredClone(roster.read()),
    async *watch({ signal }) {
      yield* watchStore(dir, allReaders(roster), signal);
    },
    async clean() {
      roster.forget();
      await cleanStore(dir);
    },
  };
}
