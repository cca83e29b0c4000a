import { OvldError } from "#errors/ovld-error.ts";
import type { TmuxSessionFailure } from "#errors/tmux-errors.ts";

/** A session that could not be made, with the failed step and tmux's message. */
export class TmuxSessionError extends OvldError<"tmux-session-failed"> {
  override readonly name = "TmuxSessionError";
  readonly session: string;
  /** The item being made, e.g. `window design` or `pane 11`. */
  readonly step: string;
  /** The tmux command of that step. */
  readonly command: readonly string[];
  readonly exitCode: number | null;
  readonly stderr: string;
  /** Whether everything that had been made was removed. */
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
