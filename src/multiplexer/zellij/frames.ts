import { systemClock } from "#base/clock.ts";
import type { PaneId } from "#multiplexer/multiplexer.ts";
import { changes } from "#multiplexer/newest-views.ts";
import type { ZellijAccess } from "./access.ts";

/** The screens of one pane, pushed by one `zellij subscribe`. */
export interface Frames {
  /** The newest screen that was not taken yet; undefined if none comes within `limit` milliseconds. */
  take(limit: number): Promise<string | undefined>;
  /** True until the frames are closed or zellij ends them. */
  readonly isOpen: boolean;
  /** Resolves with the first screen waiting, or without any if zellij sends none. */
  opened: Promise<void>;
  close(): void;
}

type FramesParts = Pick<ZellijAccess, "runner" | "gate">;

/** Milliseconds until zellij has sent the first screen. */
const FIRST = 1000;

export function openFrames({ runner, gate }: FramesParts, session: string, pane: PaneId): Frames {
  const over = new AbortController();
  const changed = changes();
  let newest: string | undefined;
  const note = (line: string) => {
    if (over.signal.aborted) return;
    newest = screenIn(line, pane) ?? newest;
    changed.note();
  };
  const args = ["--session", session, "subscribe", "--pane-id", pane, "--format", "json", "--ansi"];
  const close = () => {
    over.abort();
    newest = undefined;
  };
  const opened = gate.ask(async () => {
    const { ended } = runner.follow(args, note, over.signal);
    void ended.then(close);
    await changed.noted(over.signal, FIRST);
  });
  return {
    async take(limit) {
      const deadline = systemClock.elapsed() + limit;
      for (let left = limit; newest === undefined && left > 0 && !over.signal.aborted; ) {
        await changed.noted(over.signal, left);
        left = deadline - systemClock.elapsed();
      }
      const taken = newest;
      newest = undefined;
      return taken;
    },
    get isOpen() {
      return !over.signal.aborted;
    },
    // Without frames the pane is dumped, which reports the same failure.
    opened: opened.catch(close),
    close,
  };
}

interface Update {
  event: string;
  pane_id: string;
  viewport: string[];
}

function screenIn(line: string, pane: PaneId): string | undefined {
  try {
    const { event, pane_id, viewport } = JSON.parse(line) as Update;
    return event === "pane_update" && pane_id === pane ? viewport.join("\n") : undefined;
  } catch {
    // A killed zellij can leave the first part of a line.
    return undefined;
  }
}
