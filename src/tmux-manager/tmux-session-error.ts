import { OvldError } from "#errors/ovld-error.ts";
import type { TmuxSessionFailure } from "#errors/tmux-errors.ts";

/** A session that could not be made: what was being done, what tmux said, and whether anything of it is left. */
export class TmuxSessionError extends OvldError<"tmux-session-failed"> {
  override readonly name = "TmuxSessionError";
  readonly session: string;
  /** What was being made, e.g. `window design` or `pane 11`. */
  readonly step: string;
  /** The tmux command of that step. */
  readonly command: readonly string[];
  readonly exitCode: number | null;
  readonly stderr: string;
  /** Whether everything that had been made is gone again. */
  readonly cleanedUp: boolean;

  constructor(failure: TmuxSessionFailure & { cause?: unknown }) {
    super("tmux-session-failed", failure);
    this.session = failure.session;
    this.step = failure.step;
    this.command = failure.command;
    this.exitCode = failure.exitCode;
    this.stderr = failure.stderr;
    this.cleanedUp = failure.cleanedUp;
  }
}
