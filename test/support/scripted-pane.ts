import type { Pane, PaneId } from "#multiplexer/multiplexer.ts";
import type { PaneView } from "#multiplexer/pane-input.ts";
import type { PaneSize, PersonAtPane } from "#multiplexer/pane-watcher.ts";
import type { Launch } from "#multiplexer/session-plan.ts";

/** Program of a pane: called at its start, it sets the pane's screen and `onInput`. */
export type ScriptedProgram = (pane: ScriptedPane) => void;

/** A pane without a terminal. Its fields are what a multiplexer reports about it. */
export interface ScriptedPane {
  readonly id: PaneId;
  readonly tab: string;
  readonly title: string;
  argv: Launch["argv"];
  directory: string;
  size: PaneSize;
  /** Text with the escape sequences of its colours. */
  screen: string;
  cursor: PaneView["cursor"];
  foreground: string | undefined;
  inCopyMode: boolean;
  /** Whether the program has enabled bracketed paste. */
  bracketsPaste: boolean;
  state: "running" | "exited";
  exitStatus: number | undefined;
  /** The person whose client shows the pane. */
  person: PersonAtPane | undefined;
  /** Input of the program, one text per call. */
  given: string[];
  onInput(text: string): void;
  show(screen: string, cursor?: PaneView["cursor"]): void;
  exit(status?: number): void;
}

export interface PaneLocation {
  id: PaneId;
  tab: string;
  title: string;
  size: PaneSize;
}

export interface Start {
  argv: Launch["argv"];
  directory: string;
}

/** Calls `onChange` after each change of the view. */
export function scriptedPane({ size, ...location }: PaneLocation, start: Start, onChange: () => void): ScriptedPane {
  const pane: ScriptedPane = {
    ...location,
    ...started(start),
    size,
    person: undefined,
    show(screen, cursor) {
      Object.assign(pane, { screen, cursor });
      onChange();
    },
    exit(status = 0) {
      Object.assign(pane, { state: "exited", exitStatus: status, foreground: undefined });
      onChange();
    },
  };
  return pane;
}

/** State of a pane whose program has just started. */
export function started({ argv, directory }: Start) {
  return {
    ...{ argv, directory, screen: "", cursor: undefined, foreground: argv[0].split("/").at(-1) },
    ...{ inCopyMode: false, bracketsPaste: false, state: "running" as const, exitStatus: undefined },
    given: [] as string[],
    onInput() {},
  };
}

/** The program reads its input synchronously, so the next `look` returns the new screen. */
export function give(pane: ScriptedPane, text: string): void {
  pane.given.push(text);
  pane.onInput(text);
}

export function listed({ id, tab, title, state, exitStatus, size }: ScriptedPane): Pane {
  return { id, tab, title, state, ...size, ...(exitStatus !== undefined && { exitStatus }) };
}

export function viewOf({ state, screen, cursor, size, foreground, inCopyMode }: ScriptedPane): PaneView {
  return { state, screen, cursor, size: { ...size }, foreground, inCopyMode };
}
