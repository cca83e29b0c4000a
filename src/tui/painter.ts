import type { Screen } from "./draw.ts";
import { type FrameOptions, openFrames } from "./frame.tsx";
import { paint } from "./paint.ts";
import type { Terminal } from "./terminal.ts";

/** Keeps the terminal like the screen it is given. */
export interface Painter {
  show(screen: Screen): void;
  /** What the terminal shows is no longer known: the next screen is painted whole. */
  forget(): void;
  close(): void;
}

export function openPainter(terminal: Pick<Terminal, "size" | "write">, options: FrameOptions): Painter {
  const frames = openFrames(options);
  let shown: { picture: string; rows: readonly string[] } | undefined;
  return {
    show(screen) {
      const { columns } = terminal.size();
      const picture = JSON.stringify([columns, screen.lines, screen.cursor]);
      if (picture === shown?.picture) return;
      const rows = frames.draw(screen.lines, columns);
      terminal.write(paint(shown?.rows, rows, screen.cursor));
      shown = { picture, rows };
    },
    forget() {
      shown = undefined;
    },
    close: () => frames.close(),
  };
}
