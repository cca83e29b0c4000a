import type { Pane, PaneId } from "#multiplexer/multiplexer.ts";
import type { PaneView } from "#multiplexer/pane-input.ts";
import type { PaneSize, PersonAtPane } from "#multiplexer/pane-watcher.ts";
import type { Launch } from "#multiplexer/session-plan.ts";

/** What runs in a pane: called when it starts, it sets the pane's screen and `onInput`. */
export type ScriptedProgram = (pane: ScriptedPane) => void;

/** A pane without a terminal. Its fields are what a multiplexer reports about it. */
export interface ScriptedPane {
  readonly id: PaneId;
  readonly tab: string;
  readonly title: string;
  argv: Launch["argv"];
  directory: string;
  size: PaneSize;
  /** With the escape sequences of its colours. */
  screen: string;
  cursor: PaneView["cursor"];
  foreground: string | undefined;
  inCopyMode: boolean;
  /** The program asked for brackets around a paste. */
  bracketsPaste: boolean;
  state: "running" | "exited";
  exitStatus: number | undefined;
  /** A person who looks at it. */
  person: PersonAtPane | undefined;
  /** What the program was given, one text for each time. */
  given: string[];
  onInput(text: string): void;
  show(screen: string, cursor?: PaneView["cursor"]): void;
  exit(status?: number): void;
}

export interface PanePlace {
  id: PaneId;
  tab: string;
  title: string;
  size: PaneSize;
}

export interface Start {
  argv: Launch["argv"];
  directory: string;
}

/** `onChange` is called when another view can be seen. */
export function scriptedPane({ size, ...location }: PanePlace, start: Start, onChange: () => void): ScriptedPane {
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

/** A program reads its input at once, so the next look sees its new screen. */
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
