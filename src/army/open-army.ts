import type { SessionEntry } from "#home/session-entry.ts";
import type { RelayStore, Roster } from "#store/relay-store.ts";

/** An army whose mail is at hand. */
export interface OpenArmy {
  entry: SessionEntry;
  store: RelayStore;
  roster: Roster;
}
