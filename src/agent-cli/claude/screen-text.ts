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
    const code = codes[index] ?? "";
    // A colour brings numbers of its own: 38;5;2 is a green, and not dim.
    if (COLOURS.includes(code)) index += codes[index + 1] === "5" ? 2 : 4;
    else Object.assign(look, looks[code]);
  }
}

const COLOURS = ["38", "48", "58"];

const looks: Readonly<Record<string, Partial<Omit<Cell, "character">>>> = {
  "0": { isDim: false, isInverse: false },
  "2": { isDim: true },
  "22": { isDim: false },
  "7": { isInverse: true },
  "27": { isInverse: false },
};
