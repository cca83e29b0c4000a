import { cut, widthOf } from "./fit.ts";

/** Meaning of a text; `row-text.ts` maps it to a colour. */
export type Tone = "good" | "bad" | "warn" | "info" | "quiet" | "strong";

export interface Span {
  text: string;
  tone?: Tone | undefined;
}

export type Line = readonly Span[];

export function span(text: string, tone?: Tone): Span {
  return tone === undefined ? { text } : { text, tone };
}

export function widthOfLine(line: Line): number {
  return line.reduce((sum, { text }) => sum + widthOf(text), 0);
}

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

/** As many of the first parts as fit, separated by a gap. */
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
