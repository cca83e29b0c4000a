import { errorText } from "#cli/frame/report-error.ts";
import type { ErrorKind } from "#errors/error-entry.ts";
import type { Catalog } from "#i18n/catalog.ts";

export interface Check {
  name: string;
  /** `warning`: an army can still be summoned. */
  state: "ok" | "warning" | "failed";
  found: string;
  purpose: string;
  /** Next steps, as commands where possible; empty if the state is `ok`. */
  fixes: readonly string[];
  /** Determines the exit status of a failure. */
  kind: ErrorKind;
}

/** For optional programs: an army can be summoned without them. */
export function soften(check: Check): Check {
  return check.state === "failed" ? { ...check, state: "warning" } : check;
}

export function failure(error: unknown, words: Catalog): Pick<Check, "state" | "found" | "fixes"> {
  const { message, hint } = errorText(error, words);
  return { state: "failed", found: message, fixes: hint ? [hint] : [] };
}
