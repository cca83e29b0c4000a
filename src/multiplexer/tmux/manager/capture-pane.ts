import { onServer, type Target } from "#multiplexer/tmux/on-server.ts";
import type { Workplace } from "#tmux-manager/manager-parts.ts";
import type { CaptureOptions } from "#tmux-manager/method-options.ts";

/** The lines that a pane shows, without empty ones at the end; undefined when there is no such pane. */
export async function capturePane(
  { tmux }: Workplace,
  target: Target,
  { history = false, escapes = false }: CaptureOptions,
): Promise<string | undefined> {
  const flags = [...(history ? ["-S", "-"] : []), ...(escapes ? ["-e"] : [])];
  const screen = await onServer(tmux, target, [["capture-pane", "-p", "-t", target.id, ...flags]]);
  return screen?.trimEnd();
}
