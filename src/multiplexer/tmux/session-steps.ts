import type { TmuxCommand } from "./command.ts";
import { MARK_VARIABLE } from "./end-session.ts";
import { MARK } from "./listing.ts";
import { listPanesOf } from "./panes.ts";
import type { Area } from "./shares.ts";

/** A session to make, from an army's plan or from a manager's config. */
export interface SessionDraft {
  /** A name that tmux keeps as it is. */
  session: string;
  /** Identifies this session, on its server and in the environment of its programs. */
  mark: string;
  size: Area;
  environment: Readonly<Record<string, string>>;
  windows: readonly [WindowDraft, ...WindowDraft[]];
  /** Window to show first, counted from 0. */
  shown?: number;
}

export interface WindowDraft {
  /** The window's name in errors. */
  title: string;
  /** The name as an argument that tmux expands. */
  name: string;
  /** The tail of the command that starts the first pane. */
  program: readonly string[];
  /** Steps that prepare the window, from its first pane to its last. */
  fill: readonly Step[];
}

/** A command that makes a part of a session, and the name of that part, e.g. `window design`. */
export interface Step {
  step: string;
  command: TmuxCommand;
}

/**
 * A whole session in steps, the last of which lists its panes. Ids are not known yet, so each command acts on the
 * active pane of the current window. That is always the newest pane, for any `base-index`.
 */
export function sessionSteps({ session, mark, size, environment, windows, shown = 0 }: SessionDraft): Step[] {
  const here = `=${session}:`;
  const [first, ...others] = windows;
  const area = ["-x", String(size.columns), "-y", String(size.rows)];
  const variables = Object.entries({ ...environment, [MARK_VARIABLE]: mark });
  return [
    ...stepsOf("session", [
      ["new-session", "-d", "-s", session, "-n", first.name, ...area, ...first.program],
      ["set-option", "-t", here, MARK, mark],
      ...keepUnattached(here),
    ]),
    ...stepsOf(
      "environment",
      variables.map(([name, value]) => ["set-environment", "-t", `=${session}:`, "--", name, value]),
    ),
    ...first.fill,
    ...others.flatMap(({ title, name, program, fill }) => [
      ...stepsOf(`window ${title}`, [["new-window", "-t", here, "-n", name, ...program]]),
      ...fill,
    ]),
    ...stepsOf("session", [
      ["select-window", "-t", `${here}{start}`],
      ...(shown > 0 ? [["select-window", "-t", `${here}+${shown}`] as const] : []),
      listPanesOf(session),
    ]),
  ];
}

export function stepsOf(step: string, commands: readonly TmuxCommand[]): Step[] {
  return commands.map((command) => ({ step, command }));
}

/**
 * Keeps a session without clients under any user settings. `exit-unattached` is a server option: the server would exit
 * as soon as the call that made the session returns.
 */
function keepUnattached(session: string): TmuxCommand[] {
  return [
    ["set-option", "-t", session, "destroy-unattached", "off"],
    ["set-option", "-s", "exit-unattached", "off"],
  ];
}
