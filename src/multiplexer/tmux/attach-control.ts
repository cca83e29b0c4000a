import { type ControlClient, type ControlHandlers, openControl } from "./control-client.ts";
import type { Tmux } from "./run.ts";

/** A control client of a session, which is notified as well when the program of any pane ends or is replaced. */
export function attachControl(tmux: Tmux, session: string, handlers: ControlHandlers): ControlClient {
  const client = openControl(tmux, ["attach-session", "-t", session], handlers);
  // tmux 3.2 and newer; older ones tell of an ended program with the next notification. All panes are subscribed to:
  // for a single pane by its id, tmux sends nothing once its program has ended.
  client.ask(["refresh-client", "-B", "exits:%*:#{pane_dead} #{pane_pid}"]).catch(() => {});
  return client;
}
