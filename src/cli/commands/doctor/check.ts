import { errorText } from "#cli/frame/report-error.ts";
import type { ErrorKind } from "#errors/error-entry.ts";
import type { Catalog } from "#i18n/catalog.ts";

/** One thing looked at. */
export interface Check {
  name: string;
  /** `warning`: an army can be summoned all the same. */
  state: "ok" | "warning" | "failed";
  found: string;
  purpose: string;
  /** What to do about it, a command where there is one; nothing where it is good. */
  fixes: readonly string[];
  /** What a failure counts as in the table of exit statuses. */
  kind: ErrorKind;
}

/** For what an army can do without. */
export function soften(check: Check): Check {
  return check.state === "failed" ? { ...check, state: "warning" } : check;
}

/** An error as what was found, its hint as what to do. */
export function failure(error: unknown, words: Catalog): Pick<Check, "state" | "found" | "fixes"> {
  const { message, hint } = errorText(error, words);
  return { state: "failed", found: message, fixes: hint ? [hint] : [] };
}
