import { graphemesOf } from "#base/graphemes.ts";
import { textWidth } from "#base/text-width.ts";
import { visibleLine } from "#base/visible-text.ts";

const ELLIPSIS = "…";

/** Cache size. Measuring is the most expensive part of a frame, and consecutive frames share nearly all texts. */
const REMEMBERED = 4096;
const widths = new Map<string, number>();

export function widthOf(text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  if (widths.size >= REMEMBERED) widths.clear();
  const width = textWidth(text);
  widths.set(text, width);
  return width;
}

/**
 * Untrusted text as one line with the same width in every terminal. Terminals disagree about the width of multi-part
 * emoji, so only the first character is kept.
 */
export function steady(text: string): string {
  const line = visibleLine(text);
  if (!/[\u200d\ufe0e\ufe0f\u20e3]|\p{Emoji_Modifier}/u.test(line)) return line;
  return line.replaceAll(/(?:\u200d\P{Cc})|[\u200d\ufe0e\ufe0f\u20e3]|\p{Emoji_Modifier}/gu, "");
}

/** Text in exactly `width` cells: cut with an ellipsis, or followed by spaces. */
export function padded(text: string, width: number): string {
  const short = cut(text, width);
  return short + " ".repeat(Math.max(0, width - widthOf(short)));
}

/** Text in exactly `width` cells: cut with an ellipsis, or preceded by spaces. */
export function paddedLeft(text: string, width: number): string {
  const short = cut(text, width);
  return " ".repeat(Math.max(0, width - widthOf(short))) + short;
}

/** Text in at most `width` cells; never splits a grapheme. */
export function cut(text: string, width: number): string {
  if (width <= 0) return "";
  if (widthOf(text) <= width) return text;
  return head(text, width - 1) + ELLIPSIS;
}

/** The longest prefix that fits. */
export function head(text: string, width: number): string {
  let [end, used] = [0, 0];
  for (const grapheme of graphemesOf(text)) {
    used += widthOf(grapheme);
    if (used > width) return text.slice(0, end);
    end += grapheme.length;
  }
  return text;
}

/** The longest suffix that fits. */
export function tail(text: string, width: number): string {
  // A grapheme has 1–2 cells and rarely more than 4 UTF-16 units, so only the end of a long text is segmented.
  const near = text.slice(-(width * 8 + 8));
  const segments = [...graphemesOf(near)];
  let used = 0;
  let from = segments.length;
  while (from > 0) {
    used += widthOf(segments[from - 1] ?? "");
    if (used > width) break;
    from--;
  }
  return segments.slice(from).join("");
}

export function lastGrapheme(text: string): string {
  return [...graphemesOf(text.slice(-64))].at(-1) ?? "";
}

export function firstGrapheme(text: string): string {
  const [first = ""] = graphemesOf(text.slice(0, 64));
  return first;
}
