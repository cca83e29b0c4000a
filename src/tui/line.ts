import { cut, widthOf } from "./fit.ts";

/** What a piece of text means; `row-text.ts` gives each meaning its colour. */
export type Tone = "good" | "bad" | "warn" | "info" | "quiet" | "strong";

export interface Span {
  text: string;
  tone?: Tone | undefined;
}

/** One line of the screen. */
export type Line = readonly Span[];

export function span(text: string, tone?: Tone): Span {
  return tone === undefined ? { text } : { text, tone };
}

export function widthOfLine(line: Line): number {
  return line.reduce((sum, { text }) => sum + widthOf(text), 0);
}

/** A line in at most this many cells. */
export function cutLine(line: Line, width: number): Line {
  if (widthOfLine(line) <= width) return line;
  const shown: Span[] = [];
  let left = width;
  for (const part of line) {
    const text = widthOf(part.text) < left || part === line.at(-1) ? part.text : `${part.text} `;
    shown.push({ ...part, text: cut(text, left) });
    left -= widthOf(part.text);
    if (left <= 0) break;
  }
  return shown;
}

/** The parts that padded, from the front, with a gap between them. */
export function joinFitting(parts: readonly Line[], width: number, gap = "  "): Line {
  const line: Span[] = [];
  let used = 0;
  for (const part of parts) {
    const needed = widthOfLine(part) + (line.length > 0 ? widthOf(gap) : 0);
    if (used + needed > width) break;
    if (line.length > 0) line.push({ text: gap });
    line.push(...part);
    used += needed;
  }
  return line;
}

export function plainText(line: Line): string {
  return line
    .map(({ text }) => text)
    .join("")
    .trimEnd();
}
