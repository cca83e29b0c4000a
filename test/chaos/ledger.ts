import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One thing that an agent did; what is not noted was not acknowledged. `after` is the message that the one acted on handed on. */
export type Deed =
  | { acted: string; from: string; after?: string | undefined }
  | { sent: string; to: string }
  | { submitted: string };

/** In every draft that a person types and never submits. */
export const DRAFT = "half a thought";

export function ledgerFile(role: string): string {
  return `${role}.jsonl`;
}

/** A killed agent may leave half a line. */
export function deedsOf(folder: string, role: string): Deed[] {
  const file = join(folder, ledgerFile(role));
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Deed];
      } catch {
        return [];
      }
    });
}
