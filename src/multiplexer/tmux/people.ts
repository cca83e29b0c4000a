import type { PaneId } from "#multiplexer/multiplexer.ts";
import type { TmuxCommand } from "./command.ts";

/** An attached client: the pane it shows, and the second of its last key. */
export interface Person {
  pane: PaneId;
  lastKey: number;
}

export function listPeople(session: string): TmuxCommand {
  return ["list-clients", "-t", `=${session}`, "-F", "#{client_control_mode} #{pane_id} #{client_activity}"];
}

/** tmux counts clients in control mode as attached; those are programs, not people. */
export function peopleFrom(answer: string): Person[] {
  return answer.split("\n").flatMap((line) => {
    const [, pane, second] = /^0 (%\d+) (\d+)$/.exec(line) ?? [];
    return pane === undefined ? [] : [{ pane, lastKey: Number(second) * 1000 }];
  });
}
