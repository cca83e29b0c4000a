import { textWidth } from "#base/text-width.ts";

/** Aligns columns by the width in terminal cells of wide characters and emoji. */
export function alignColumns(rows: readonly (readonly string[])[], gap = 2): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cellWidth(cell));
  return rows.map((row) =>
    row
      .map((cell, column) => padEnd(cell, (widths[column] ?? 0) + gap))
      .join("")
      .trimEnd(),
  );
}

function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - cellWidth(text)));
}

/** Escape codes of colours have no width. */
function cellWidth(cell: string): number {
  return textWidth(cell.replaceAll(COLOUR, ""));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape codes.
const COLOUR = /\u001b\[[\d;]*m/g;
