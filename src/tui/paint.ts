export interface Cursor {
  row: number;
  column: number;
}

const CSI = "\u001b[";
/** Synchronized output (mode 2026): the terminal shows the update at once. Other terminals ignore it. */
const [BEGIN, END] = [`${CSI}?2026h`, `${CSI}?2026l`];
const [HIDE, SHOW] = [`${CSI}?25l`, `${CSI}?25h`];
const ERASE_LINE = `${CSI}2K`;
const ERASE_ALL = `${CSI}H${CSI}J`;

/**
 * Bytes that turn one picture into the next: the changed rows, or everything without a previous picture. Each row is
 * addressed absolutely, so a rendering error affects only its own row.
 */
export function paint(before: readonly string[] | undefined, rows: readonly string[], cursor?: Cursor): string {
  const changed = rows.flatMap((text, row) =>
    // Erase before the text: after a full row the cursor is on the last cell, and erasing there would delete it.
    before?.[row] === text ? [] : [`${at({ row, column: 0 })}${ERASE_LINE}${text}`],
  );
  const caret = cursor ? `${at(cursor)}${SHOW}` : "";
  return `${BEGIN}${HIDE}${before ? "" : ERASE_ALL}${changed.join("")}${caret}${END}`;
}

function at({ row, column }: Cursor): string {
  return `${CSI}${row + 1};${column + 1}H`;
}
