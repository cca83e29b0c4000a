import { graphemesOf } from "#base/graphemes.ts";
import { type Look, styledLines } from "#base/styled-text.ts";
import { textWidth } from "#base/text-width.ts";

/** Cells beside each other that look the same, and whose characters all take as many cells. */
export interface CellRun extends Look {
  text: string;
  /** How many cells all of it takes. */
  width: number;
}

/** A screen with its escape sequences as rows of cells; whoever draws it needs to know nothing of terminals. */
export function cellRows(screen: string): CellRun[][] {
  return styledLines(screen).map((line) => line.flatMap(({ text, look }) => runsOf(text, look)));
}

function runsOf(text: string, look: Look): CellRun[] {
  const runs: (CellRun & { each: number })[] = [];
  for (const { piece, each, width } of text.split(/([ -~]+)/).flatMap(measured)) {
    const last = runs.at(-1);
    // What takes no cell of its own belongs to what stands before it.
    if (last && (last.each === each || each === 0)) {
      last.text += piece;
      last.width += width;
    } else runs.push({ text: piece, width, ...look, each });
  }
  return runs.map(({ each: _, ...run }) => run);
}

/** Nearly everything on a screen takes one cell a letter, which need not be measured. */
function measured(part: string): { piece: string; each: number; width: number }[] {
  if (/^[ -~]/.test(part)) return [{ piece: part, each: 1, width: part.length }];
  return Array.from(graphemesOf(part), (piece) => {
    const width = textWidth(piece);
    return { piece, each: width, width };
  });
}
