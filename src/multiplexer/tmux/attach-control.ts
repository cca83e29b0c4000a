import { type ControlClient, type ControlHandlers, openControl } from "./control-client.ts";
import type { Tmux } from "./run.ts";

/** A control client of a session that is also notified when a pane's program ends or is replaced. */
export function attachControl(tmux: Tmux, session: string, handlers: ControlHandlers): ControlClient {
  const client = openControl(tmux, ["attach-session", "-t", session], handlers);
  // `-B` needs tmux 3.2; an older tmux reports an ended program with the next notification. The subscription covers all
  // panes: for a single pane id, tmux sends nothing once its program has ended.
  client.ask(["refresh-client", "-B", "exits:%*:#{pane_dead} #{pane_pid}"]).catch(() => {});
  return client;
}
