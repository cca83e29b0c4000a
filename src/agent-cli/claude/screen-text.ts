import { styledLines } from "#base/styled-text.ts";

export interface Cell {
  character: string;
  isDim: boolean;
  isInverse: boolean;
}

/** Characters of a screen, line by line, with the attributes that matter here. */
export function cellsOf(screen: string): Cell[][] {
  return styledLines(screen).map((line) =>
    line.flatMap(({ text, look: { dim = false, inverse = false } }) =>
      Array.from(text, (character) => ({ character, isDim: dim, isInverse: inverse })),
    ),
  );
}

export function plainLines(screen: string): string[] {
  return cellsOf(screen).map((cells) => textOf(cells).trimEnd());
}

export function textOf(cells: readonly Cell[]): string {
  return cells.map(({ character }) => character).join("");
}
