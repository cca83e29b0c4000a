import type { TemporaryArmy } from "#test/support/temporary-army.ts";
import type { LedgerEntry } from "./ledger.ts";

/** Agents that forward messages: scripted programs instead of an agent CLI, or the real CLI with a scripted model. */
export interface ChaosAgents extends AsyncDisposable {
  /** Actions of a role in order, over all its processes. */
  entriesOf(role: string): LedgerEntry[];
  /** Ids of messages in the transcripts on disk, if the agents write any. */
  remembered?(): ReadonlySet<string>;
  /** The model requests, one a line, if no file of the agents holds them. */
  requestLog?(): string;
}

/** Installs such an agent as `claude` of an army. */
export type OpenAgents = (army: TemporaryArmy) => Promise<ChaosAgents>;
