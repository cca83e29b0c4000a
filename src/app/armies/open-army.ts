import type { SessionEntry } from "#home/session-entry.ts";
import type { Roster } from "#mail/roster.ts";
import type { RelayStore } from "#store/relay-store.ts";

/** An army with its mail store opened. */
export interface OpenArmy {
  entry: SessionEntry;
  store: RelayStore;
  roster: Roster;
}
