import { entry } from "./error-entry.ts";
import { describeExpectation, type Expectation } from "./expectation.ts";

/** A failed step in the creation of a tmux session. */
export interface TmuxSessionFailure {
  session: string;
  /** The object of the step, e.g. `window design` or `pane 11`. */
  step: string;
  /** The tmux command of that step. */
  command: readonly string[];
  exitCode: number | null;
  stderr: string;
  /** Whether everything created before was removed. */
  cleanedUp: boolean;
  reason: string;
}

/** The module `ovld/tmux`. */
export const tmuxErrors = {
  "tmux-session-failed": entry("program-failed", {
    message: (v: TmuxSessionFailure) => `session "${v.session}" could not be created, at ${v.step}: ${v.reason}`,
    hint: (v) =>
      v.cleanedUp
        ? "Everything created so far was removed. Fix the cause and try again."
        : "Parts of it may be left. Call `cleanupDeadSessions()` when tmux answers again.",
  }),
  "bad-argument": entry("usage", {
    message: (v: { argument: string; expected: Expectation; found: string }) =>
      `${v.argument} must be ${describeExpectation(v.expected)}, but is ${v.found}`,
    hint: () => "Nothing was changed. See `docs/tmux.md` for the arguments of each method.",
  }),
  "window-unknown": entry("not-found", {
    message: (v: { session: string; window: string; known: readonly string[] }) =>
      `session "${v.session}" has no window "${v.window}"; available: ${v.known.join(", ")}`,
    hint: () => "It was closed, renamed or never created. Use an existing window.",
  }),
  "agent-unknown": entry("not-found", {
    message: (v: { session: string; agent: string; known: readonly string[] }) =>
      `session "${v.session}" has no agent "${v.agent}"; available: ${v.known.join(", ")}`,
    hint: () => "The session was created without it. Use an existing agent.",
  }),
  "pane-occupied": entry("conflict", {
    message: (v: { session: string; pane: string; agent: string }) =>
      `pane ${v.pane} of session "${v.session}" is the pane of agent "${v.agent}"`,
    hint: () => "Choose a pane without an agent.",
  }),
  "agent-has-pane": entry("conflict", {
    message: (v: { session: string; agent: string; pane: string }) =>
      `agent "${v.agent}" of session "${v.session}" already has pane ${v.pane}`,
    hint: () => "Restart it there with `respawnAgent`, or choose another id for a new agent.",
  }),
} as const;
