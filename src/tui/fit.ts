import { graphemesOf } from "#base/graphemes.ts";
import { textWidth } from "#base/text-width.ts";
import { visibleLine } from "#base/visible-text.ts";

const ELLIPSIS = "…";

/** Measuring is the costliest part of a frame, and nearly every text was in the frame before. */
const REMEMBERED = 4096;
const widths = new Map<string, number>();

/** How many cells a terminal gives to a text. */
export function widthOf(text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  if (widths.size >= REMEMBERED) widths.clear();
  const width = textWidth(text);
  widths.set(text, width);
  return width;
}

/**
 * A stranger's text as one line that every terminal shows in the same number of cells. Terminals disagree about emoji made of
 * several characters: of those only the first is kept, in the width it has alone.
 */
export function steady(text: string): string {
  const line = visibleLine(text);
  if (!/[\u200d\ufe0e\ufe0f\u20e3]|\p{Emoji_Modifier}/u.test(line)) return line;
  return line.replaceAll(/(?:\u200d\P{Cc})|[\u200d\ufe0e\ufe0f\u20e3]|\p{Emoji_Modifier}/gu, "");
}

/** Text in exactly this many cells: cut with an ellipsis, or filled with spaces. */
export function padded(text: string, width: number): string {
  const short = cut(text, width);
  return short + " ".repeat(Math.max(0, width - widthOf(short)));
}

/** The same with the spaces in front. */
export function paddedLeft(text: string, width: number): string {
  const short = cut(text, width);
  return " ".repeat(Math.max(0, width - widthOf(short))) + short;
}

/** Text in at most this many cells; never half of a character. */
export function cut(text: string, width: number): string {
  if (width <= 0) return "";
  if (widthOf(text) <= width) return text;
  return head(text, width - 1) + ELLIPSIS;
}

/** The beginning of a text that fits. */
export function head(text: string, width: number): string {
  let [end, used] = [0, 0];
  for (const grapheme of graphemesOf(text)) {
    used += widthOf(grapheme);
    if (used > width) return text.slice(0, end);
    end += grapheme.length;
  }
  return text;
}

/** The end of a text that fits. */
export function tail(text: string, width: number): string {
  // A grapheme takes a cell or two, and seldom more than four units of text: no need to look at a whole long text.
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

/** The last grapheme of a text, for taking it away. */
export function lastGrapheme(text: string): string {
  return [...graphemesOf(text.slice(-64))].at(-1) ?? "";
}

export function firstGrapheme(text: string): string {
  const [first = ""] = graphemesOf(text.slice(0, 64));
  return first;
}
