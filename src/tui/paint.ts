export interface Cursor {
  row: number;
  column: number;
}

const CSI = "\u001b[";
/** Terminals that know it show what is between the two at once; the others ignore it. */
const [BEGIN, END] = [`${CSI}?2026h`, `${CSI}?2026l`];
const [HIDE, SHOW] = [`${CSI}?25l`, `${CSI}?25h`];
const ERASE_LINE = `${CSI}2K`;
const ERASE_ALL = `${CSI}H${CSI}J`;

/**
 * The bytes that turn one picture into the next: only rows that differ, each at its own place, so that nothing that went
 * wrong on the way lasts longer than one row. Without a picture before, everything.
 */
export function paint(before: readonly string[] | undefined, rows: readonly string[], cursor?: Cursor): string {
  const changed = rows.flatMap((text, row) =>
    // A row that fills the terminal leaves the cursor on its last cell: what was there is erased before, not behind.
    before?.[row] === text ? [] : [`${at({ row, column: 0 })}${ERASE_LINE}${text}`],
  );
  const caret = cursor ? `${at(cursor)}${SHOW}` : "";
  return `${BEGIN}${HIDE}${before ? "" : ERASE_ALL}${changed.join("")}${caret}${END}`;
}

function at({ row, column }: Cursor): string {
  return `${CSI}${row + 1};${column + 1}H`;
}
