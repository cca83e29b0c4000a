import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * One action of an agent; an action without an entry was not acknowledged. `after` is the message that the message
 * `acted` forwards.
 */
export type LedgerEntry =
  | { acted: string; from: string; after?: string | undefined }
  | { sent: string; to: string }
  | { submitted: string };

/** Text in every draft that is typed into a pane and never submitted. */
export const DRAFT = "half a thought";

export function ledgerFile(role: string): string {
  return `${role}.jsonl`;
}

/** Skips a line that a killed agent left incomplete. */
export function entriesOf(folder: string, role: string): LedgerEntry[] {
  const file = join(folder, ledgerFile(role));
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as LedgerEntry];
      } catch {
        return [];
      }
    });
}
