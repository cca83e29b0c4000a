import stringWidth from "string-width";

interface Options {
  width: number;
  height: number;
}

type Transformer = (line: string, index: number) => string;

/**
 * The build puts this in the place of Ink's own class of the same shape, which makes an object for every cell of the terminal:
 * 40 ms and megabytes of garbage for each frame, where whole lines need a twentieth. Texts never overlap on our screen.
 */
export class LeanOutput {
  readonly #rows: { x: number; text: string }[][];

  constructor({ height }: Options) {
    this.#rows = Array.from({ length: height }, () => []);
  }

  write(x: number, y: number, text: string, { transformers }: { transformers: readonly Transformer[] }): void {
    for (const [index, line] of text.split("\n").entries())
      this.#rows[y + index]?.push({ x, text: transformers.reduce((shown, change) => change(shown, index), line) });
  }

  /** Nothing on our screen is larger than its box. */
  clip(): void {}
  unclip(): void {}

  get(): { output: string; height: number } {
    return { output: this.#rows.map(joinRow).join("\n"), height: this.#rows.length };
  }
}

function joinRow(pieces: { x: number; text: string }[]): string {
  let row = "";
  for (const { x, text } of pieces.sort((a, b) => a.x - b.x))
    row += (x > 0 ? " ".repeat(Math.max(0, x - stringWidth(row))) : "") + text;
  return row.trimEnd();
}
