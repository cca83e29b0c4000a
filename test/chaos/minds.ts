import type { TemporaryArmy } from "#test/support/temporary-army.ts";
import type { Deed } from "./ledger.ts";

/** Those who hand messages on: programs that are put in place of an agent CLI, or the real one with a scripted model. */
export interface Minds extends AsyncDisposable {
  /** What a role has done, in order, whichever of its processes did it. */
  deedsOf(role: string): Deed[];
  /** The messages that their conversations have on the disk, where they keep any. */
  remembered?(): ReadonlySet<string>;
  /** What they were told, one thing a line, where that is in no file of theirs. */
  heard?(): string;
}

/** Makes `claude` of an army one that has such a mind. */
export type OpenMinds = (army: TemporaryArmy) => Promise<Minds>;
