import stringWidth from "string-width";

/** @typedef {{ colour?: string | undefined, isBold?: boolean | undefined }} Style */
/** @typedef {{ text: string, column: number, width: number, each: number, style: Style }} Run */

const [CELL, LINE, SIZE, MARGIN] = [8.4, 18, 14, 14];
const [BACKGROUND, FOREGROUND] = ["#16161e", "#c8cce0"];
/** @type {Record<number, string>} */
const colours = {
  31: "#f7768e",
  32: "#9ece6a",
  33: "#e0af68",
  36: "#7dcfff",
  90: "#767a99",
};
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * A picture of a terminal from what `tmux capture-pane -e` says of its cells. Every run of text is put at its own column, so
 * that wide characters stand where the terminal has them, whatever font shows the picture.
 * @param {string} captured
 * @param {{ columns: number, title: string }} options
 */
export function terminalSvg(captured, { columns, title }) {
  const rows = captured.replace(/\n$/, "").split("\n");
  const [width, height] = [columns * CELL + 2 * MARGIN, rows.length * LINE + 2 * MARGIN];
  /** @type {Style} */
  let style = {};
  const texts = rows.flatMap((row, index) => {
    const { runs, ...end } = runsIn(row, style);
    style = end.style;
    return runs.map((run) => textOf(run, MARGIN + index * LINE + SIZE));
  });
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

/**
 * Pieces of one row: of one style, without gaps, and of characters that all take as many cells. tmux does not say a style
 * again that goes on in the next row.
 * @param {string} row
 * @param {Style} [before]
 * @returns {{ runs: Run[], style: Style }}
 */
export function runsIn(row, before = {}) {
  /** @type {Run[]} */
  const runs = [];
  let [style, column, isApart] = [before, 0, true];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape codes.
  for (const piece of row.split(/(\u001b\[[\d;]*m)/))
    if (piece.startsWith("\u001b")) style = styled(style, piece);
    else
      for (const { segment } of graphemes.segment(piece)) {
        const width = stringWidth(segment);
        const last = runs.at(-1);
        isApart ||= segment === " " && last?.text.at(-1) === " ";
        // A symbol stands alone: fonts do not give it the width of the others.
        const each = /^[\p{L}\p{N}\p{P} +<>|=$`~^]$/u.test(segment) ? width : 0;
        if (last && !isApart && last.style === style && each > 0 && last.each === each) {
          last.text += segment;
          last.width += width;
        } else if (segment !== " ") {
          runs.push({ text: segment, column, width, each, style });
          isApart = false;
        } else isApart = true;
        column += width;
      }
  return { runs, style };
}

/** @param {Style} before @param {string} code @returns {Style} */
function styled(before, code) {
  let { colour, isBold } = before;
  for (const number of code.slice(2, -1).split(";").map(Number))
    if (number === 0) [colour, isBold] = [undefined, false];
    else if (number === 1 || number === 22) isBold = number === 1;
    else if (number in colours || number === 39) colour = colours[number];
  return { colour, isBold };
}

/** @param {Run} run @param {number} y */
function textOf({ text, column, width, style }, y) {
  const looks = [style.colour && ` fill="${style.colour}"`, style.isBold && ' font-weight="bold"']
    .filter(Boolean)
    .join("");
  const x = round(MARGIN + column * CELL);
  return `<text x="${x}" y="${y}" textLength="${round(width * CELL)}" lengthAdjust="spacingAndGlyphs"${looks}>${escaped(text)}</text>`;
}

/** @param {number} number */
function round(number) {
  return Math.round(number * 10) / 10;
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
