export interface Cell {
  character: string;
  isDim: boolean;
  isInverse: boolean;
}

/** A screen's lines with what matters of their look. Escape sequences are taken out; a look goes on into the next line. */
export function cellsOf(screen: string): Cell[][] {
  const look = { isDim: false, isInverse: false };
  return screen.split("\n").map((line) => {
    const cells: Cell[] = [];
    for (const [piece] of line.matchAll(PIECES)) {
      if (piece[0] === "\u001b") wear(look, piece);
      else cells.push({ character: piece, ...look });
    }
    return cells;
  });
}

export function plainLines(screen: string): string[] {
  return cellsOf(screen).map((cells) => textOf(cells).trimEnd());
}

export function textOf(cells: readonly Cell[]): string {
  return cells.map(({ character }) => character).join("");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const PIECES = /\u001b\[[0-9;:?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b.|./gsu;

// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const GRAPHIC_RENDITION = /^\u001b\[([0-9;:]*)m$/;

function wear(look: { isDim: boolean; isInverse: boolean }, sequence: string): void {
  const parameters = GRAPHIC_RENDITION.exec(sequence)?.[1];
  if (parameters === undefined) return;
  const codes = parameters.split(";").map((text) => text.split(":")[0] || "0");
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index];
    // A colour brings numbers of its own: 38;5;2 is a green, and not dim.
    if (code === "38" || code === "48" || code === "58") index += codes[index + 1] === "5" ? 2 : 4;
    else if (code === "0") Object.assign(look, { isDim: false, isInverse: false });
    else if (code === "2" || code === "22") look.isDim = code === "2";
    else if (code === "7" || code === "27") look.isInverse = code === "7";
  }
}
