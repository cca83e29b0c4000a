import { graphemesOf } from "#base/graphemes.ts";
import { type Look, styledLines } from "#base/styled-text.ts";
import { textWidth } from "#base/text-width.ts";

/** Adjacent cells with the same style and the same width of each character. */
export interface CellRun extends Look {
  text: string;
  /** In cells. */
  width: number;
}

/** Converts a screen with escape sequences to rows of cells, so that clients need no terminal emulation. */
export function cellRows(screen: string): CellRun[][] {
  return styledLines(screen).map((line) => line.flatMap(({ text, look }) => runsOf(text, look)));
}

function runsOf(text: string, look: Look): CellRun[] {
  const runs: (CellRun & { each: number })[] = [];
  for (const { piece, each, width } of text.split(/([ -~]+)/).flatMap(measured)) {
    const last = runs.at(-1);
    // Characters of width 0 belong to the character before them.
    if (last && (last.each === each || each === 0)) {
      last.text += piece;
      last.width += width;
    } else runs.push({ text: piece, width, ...look, each });
  }
  return runs.map(({ each: _, ...run }) => run);
}

/** Printable ASCII, which is nearly all of a screen, is not measured: each character takes one cell. */
function measured(part: string): { piece: string; each: number; width: number }[] {
  if (/^[ -~]/.test(part)) return [{ piece: part, each: 1, width: part.length }];
  return Array.from(graphemesOf(part), (piece) => {
    const width = textWidth(piece);
    return { piece, each: width, width };
  });
}
