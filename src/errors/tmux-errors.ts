import { entry } from "./error-entry.ts";
import { describeExpectation, type Expectation } from "./expectation.ts";

/** What a step of making a tmux session came to. */
export interface TmuxSessionFailure {
  session: string;
  /** What was being made, e.g. `window design` or `pane 11`. */
  step: string;
  /** The tmux command of that step. */
  command: readonly string[];
  exitCode: number | null;
  stderr: string;
  /** Whether everything that had been made is gone again. */
  cleanedUp: boolean;
  reason: string;
}

/** The module `ovld/tmux`. */
export const tmuxErrors = {
  "tmux-session-failed": entry("program-failed", {
    message: (v: TmuxSessionFailure) => `session "${v.session}" could not be made, at ${v.step}: ${v.reason}`,
    hint: (v) =>
      v.cleanedUp
        ? "Everything that had been made was removed again; correct what it says, and try once more."
        : "Something of it may be left: `cleanupDeadSessions()` finds it once tmux answers.",
  }),
  "bad-argument": entry("usage", {
    message: (v: { argument: string; expected: Expectation; found: string }) =>
      `${v.argument} must be ${describeExpectation(v.expected)}, but is ${v.found}`,
    hint: () => "Nothing was done. `docs/tmux.md` shows what each method takes.",
  }),
  "window-unknown": entry("not-found", {
    message: (v: { session: string; window: string; known: readonly string[] }) =>
      `session "${v.session}" has no window called "${v.window}"; there are: ${v.known.join(", ")}`,
    hint: () => "It was closed or renamed, or never made. Name one that is there.",
  }),
  "agent-unknown": entry("not-found", {
    message: (v: { session: string; agent: string; known: readonly string[] }) =>
      `session "${v.session}" has no agent called "${v.agent}"; there are: ${v.known.join(", ")}`,
    hint: () => "The session was made without it. Name one that is there.",
  }),
  "pane-occupied": entry("conflict", {
    message: (v: { session: string; pane: string; agent: string }) =>
      `pane ${v.pane} of session "${v.session}" is the pane of agent "${v.agent}"`,
    hint: () => "Choose a pane without an agent.",
  }),
} as const;
