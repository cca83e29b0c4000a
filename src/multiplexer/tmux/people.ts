import type { PaneId } from "#multiplexer/multiplexer.ts";
import type { TmuxCommand } from "./command.ts";

/** Someone attached: the pane that is shown, and the second of the last key. */
export interface Person {
  pane: PaneId;
  lastKey: number;
}

export function listPeople(session: string): TmuxCommand {
  return ["list-clients", "-t", `=${session}`, "-F", "#{client_control_mode} #{pane_id} #{client_activity}"];
}

/** tmux counts programs that watch in control mode among those attached; they are nobody. */
export function peopleFrom(answer: string): Person[] {
  return answer.split("\n").flatMap((line) => {
    const [, pane, second] = /^0 (%\d+) (\d+)$/.exec(line) ?? [];
    return pane === undefined ? [] : [{ pane, lastKey: Number(second) * 1000 }];
  });
}
