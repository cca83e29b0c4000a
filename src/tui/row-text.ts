import { type Line, plainText, type Tone } from "./line.ts";

export interface RowOptions {
  isColoured: boolean;
}

/** A line as a terminal row, with as few SGR sequences as possible. */
export function rowText(line: Line, { isColoured }: RowOptions): string {
  let row = "";
  let active: Tone | undefined;
  let left = plainText(line).length;
  for (const { text, tone } of line) {
    const shown = text.slice(0, left);
    left -= shown.length;
    // No tone has a background or an underline, so blanks look equal in every tone.
    if (isColoured && tone !== active && shown.trim() !== "") {
      row += change(active, tone);
      active = tone;
    }
    row += shown;
  }
  return row + change(active, undefined);
}

/** SGR codes of the 16 colours that every theme defines, and bold. */
const codes: Readonly<Record<Tone, number>> = { good: 32, bad: 31, warn: 33, info: 36, quiet: 90, strong: 1 };

function change(from: Tone | undefined, to: Tone | undefined): string {
  if (from === to) return "";
  if (!to) return "\u001b[m";
  // One colour replaces another; bold stays on until it is reset, and a colour stays beside bold.
  const reset = from && (from === "strong" || to === "strong") ? "0;" : "";
  return `\u001b[${reset}${codes[to]}m`;
}
