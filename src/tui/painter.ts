import type { Screen } from "./draw.ts";
import { paint } from "./paint.ts";
import { type RowOptions, rowText } from "./row-text.ts";
import type { Terminal } from "./terminal.ts";

/** Updates the terminal with one write per changed screen. */
export interface Painter {
  show(screen: Screen): void;
  /** Marks the terminal's content as unknown: the next picture repaints everything. */
  forget(): void;
}

export function openPainter(terminal: Pick<Terminal, "write">, options: RowOptions): Painter {
  let shown: Picture | undefined;
  return {
    show({ lines, cursor }) {
      const picture = { rows: lines.map((line) => rowText(line, options)), cursor };
      if (shown && isSame(picture, shown)) return;
      terminal.write(paint(shown?.rows, picture.rows, cursor));
      shown = picture;
    },
    forget() {
      shown = undefined;
    },
  };
}

interface Picture extends Pick<Screen, "cursor"> {
  rows: readonly string[];
}

function isSame(a: Picture, b: Picture): boolean {
  return (
    a.cursor?.row === b.cursor?.row &&
    a.cursor?.column === b.cursor?.column &&
    a.rows.length === b.rows.length &&
    a.rows.every((text, row) => text === b.rows[row])
  );
}
