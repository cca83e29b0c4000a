import type { ErrorKind } from "./error-entry.ts";
import { type ErrorCode, type ErrorDetails, errorTable } from "./error-table.ts";

/** Exit status of each kind of failure; `ovld help exit-codes` prints this table. */
export const exitStatus = {
  bug: 1,
  usage: 2,
  config: 3,
  "missing-program": 4,
  "not-found": 5,
  conflict: 6,
  "program-failed": 7,
  store: 8,
  sandbox: 9,
  cancelled: 130,
} as const satisfies Record<ErrorKind, number>;

/** The only error class: message (fact), hint (next step), and details for the translation. */
export class OvldError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name: string = "OvldError";
  readonly code: Code;
  readonly details: ErrorDetails<Code>;

  constructor(code: Code, { cause, ...values }: ErrorDetails<Code> & { cause?: unknown }) {
    const details = values as unknown as ErrorDetails<Code>;
    super(wording(code).message(details), cause === undefined ? {} : { cause });
    this.code = code;
    this.details = details;
  }

  get kind(): ErrorKind {
    return errorTable[this.code].kind;
  }

  get hint(): string | undefined {
    return wording(this.code).hint?.(this.details);
  }

  get exitStatus(): number {
    return exitStatus[this.kind];
  }

  /** True for an error with one of these codes; narrows the type of its details. */
  static is<Code extends ErrorCode>(error: unknown, ...codes: Code[]): error is OvldError<Code> {
    return error instanceof OvldError && (codes as ErrorCode[]).includes(error.code);
  }
}

/** After cancellation, report `cancelled` instead of the follow-up error. */
export function orCancelled(error: unknown, signal: AbortSignal | undefined): unknown {
  return signal?.aborted ? new OvldError("cancelled", { cause: error }) : error;
}

/** Any other error that reaches a boundary is a bug of ovld. */
export function asOvldError(thrown: unknown): OvldError {
  return thrown instanceof OvldError ? thrown : new OvldError("bug", { reason: reasonOf(thrown), cause: thrown });
}

/** `error.code` of a failed system call (`ENOENT`, …). */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Message of an error in one line. Code and path of a system call are removed: the callers' messages contain them. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.trim().split("\n")[0] ?? "";
  return /^E[A-Z0-9]+: (.+?), \w+(?: '.*')?$/.exec(line)?.[1] ?? line;
}

function wording<Code extends ErrorCode>(code: Code) {
  return errorTable[code] as unknown as Wording<Code>;
}

interface Wording<Code extends ErrorCode> {
  message(details: ErrorDetails<Code>): string;
  hint?(details: ErrorDetails<Code>): string;
}
