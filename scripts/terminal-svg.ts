import { graphemesOf } from "#base/graphemes.ts";
import { type Look, type StyledText, styledLines } from "#base/styled-text.ts";
import { textWidth } from "#base/text-width.ts";

interface Run {
  text: string;
  column: number;
  width: number;
  /** Cells per character. */
  each: number;
  look: Look;
}

const [CELL, LINE, SIZE, MARGIN] = [8.4, 18, 14, 14];
const [BACKGROUND, FOREGROUND] = ["#16161e", "#c8cce0"];
const colours: Readonly<Record<string, string>> = {
  1: "#f7768e",
  2: "#9ece6a",
  3: "#e0af68",
  6: "#7dcfff",
  8: "#767a99",
};

/**
 * Draws the cells of `tmux capture-pane -e` as SVG. Every run of text has its own column, so that wide characters stay
 * in place with any font.
 */
export function terminalSvg(captured: string, { columns, title }: { columns: number; title: string }): string {
  const rows = styledLines(captured.replace(/\n$/, ""));
  const [width, height] = [columns * CELL + 2 * MARGIN, rows.length * LINE + 2 * MARGIN];
  const texts = rows.flatMap((row, index) => runsIn(row).map((run) => textOf(run, MARGIN + index * LINE + SIZE)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${BACKGROUND}"/>`,
    `<g font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK JP', monospace" font-size="${SIZE}" fill="${FOREGROUND}" xml:space="preserve">`,
    ...texts,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

/** Splits a row into runs of one style, without gaps and with characters of equal width. */
export function runsIn(row: readonly StyledText[]): Run[] {
  const runs: Run[] = [];
  let [column, isApart] = [0, true];
  for (const { text, look } of row)
    for (const segment of graphemesOf(text)) {
      const width = textWidth(segment);
      const last = runs.at(-1);
      isApart ||= segment === " " && last?.text.at(-1) === " ";
      // Fonts give a symbol another width than other characters, so each symbol is a separate run.
      const each = /^[\p{L}\p{N}\p{P} +<>|=$`~^]$/u.test(segment) ? width : 0;
      if (last && !isApart && last.look === look && each > 0 && last.each === each) {
        last.text += segment;
        last.width += width;
      } else if (segment !== " ") {
        runs.push({ text: segment, column, width, each, look });
        isApart = false;
      } else isApart = true;
      column += width;
    }
  return runs;
}

function textOf({ text, column, width, look: { foreground = "", bold } }: Run, y: number): string {
  const colour = colours[foreground];
  const looks = [colour && ` fill="${colour}"`, bold && ' font-weight="bold"'].filter(Boolean).join("");
  const x = round(MARGIN + column * CELL);
  return `<text x="${x}" y="${y}" textLength="${round(width * CELL)}" lengthAdjust="spacingAndGlyphs"${looks}>${escaped(text)}</text>`;
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
