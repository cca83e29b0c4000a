/** A number of the 256-colour palette, or `#rrggbb`. */
export type Colour = number | string;

/** Text attributes; an absent one is the terminal's default. */
export interface Look {
  foreground?: Colour;
  background?: Colour;
  bold?: true;
  dim?: true;
  italic?: true;
  underline?: true;
  blink?: true;
  inverse?: true;
  hidden?: true;
  strike?: true;
}

export interface StyledText {
  text: string;
  look: Look;
}

/**
 * Parses a screen into runs of one style and removes escape sequences. A style continues on the next line. All screens
 * of multiplexers are parsed here.
 */
export function styledLines(screen: string): StyledText[][] {
  let look: Look = {};
  let isDrawing = false;
  return screen.split("\n").map((line) => {
    const pieces: StyledText[] = [];
    for (const [piece] of line.matchAll(PIECES)) {
      if (piece === SHIFT_OUT || piece === SHIFT_IN) isDrawing = piece === SHIFT_OUT;
      else if (piece[0] === "\u001b") look = wear(look, piece);
      else append(pieces, isDrawing ? drawn(piece) : piece, look);
    }
    return pieces;
  });
}

const SHIFT_OUT = "\u000e";
const SHIFT_IN = "\u000f";

const PIECES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
  /\u001b\[[0-9;:?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b.|[\u000e\u000f]|[^\u001b\u000e\u000f]+/gsu;

// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const GRAPHIC_RENDITION = /^\u001b\[([0-9;:]*)m$/;

function append(pieces: StyledText[], text: string, look: Look): void {
  const last = pieces.at(-1);
  if (last?.look === look) last.text += text;
  else pieces.push({ text, look });
}

/** tmux prints line drawing characters of the alternate character set as their ASCII letters. */
function drawn(letters: string): string {
  return letters.replaceAll(/[`-~]/g, (letter) => [...DRAWINGS][letter.charCodeAt(0) - FIRST_DRAWING] ?? letter);
}

const FIRST_DRAWING = 0x60;
const DRAWINGS = "◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·";

/** Returns the same object if nothing changes, so that runs of one style are not split. */
function wear(before: Look, sequence: string): Look {
  const parameters = GRAPHIC_RENDITION.exec(sequence)?.[1];
  if (parameters === undefined) return before;
  const codes = parameters.split(";");
  let look = before;
  for (let index = 0; index < codes.length; ) {
    const { taken, change } = changeBy(codes.slice(index));
    look = change(look);
    index += taken;
  }
  return isSame(look, before) ? before : look;
}

type Change = (look: Look) => Look;

/** The effect of the next code and the number of codes it takes: a colour takes several. */
function changeBy([code = "", ...rest]: readonly string[]): { taken: number; change: Change } {
  const [name = "", ...own] = code.split(":");
  const place = PLACES[name];
  if (place !== undefined) {
    const { taken, colour } = own.length > 0 ? { taken: 0, colour: colourIn(own) } : colourAfter(rest);
    return { taken: 1 + taken, change: place === "line" ? (look) => look : (look) => dyed(look, place, colour) };
  }
  return { taken: 1, change: plainChange(Number(name || "0"), own) };
}

/** An underline colour is parsed and ignored. */
const PLACES: Readonly<Record<string, "foreground" | "background" | "line">> = {
  38: "foreground",
  48: "background",
  58: "line",
};

function colourAfter([kind, ...numbers]: readonly string[]): { taken: number; colour: Colour | undefined } {
  const taken = kind === "5" ? 1 : 3;
  return { taken: 1 + taken, colour: colourIn([kind ?? "", ...numbers.slice(0, taken)]) };
}

/** `5, n` or `2, r, g, b`; the form with `:` may have a colour space, mostly empty, before `r`. */
function colourIn([kind, ...numbers]: readonly string[]): Colour | undefined {
  if (kind === "5") return Number(numbers[0]) & 0xff;
  const parts = numbers.slice(-3).map((text) => (Number(text) & 0xff).toString(16).padStart(2, "0"));
  return kind === "2" && parts.length === 3 ? `#${parts.join("")}` : undefined;
}

function dyed(look: Look, place: "foreground" | "background", colour: Colour | undefined): Look {
  const { [place]: _, ...rest } = look;
  return colour === undefined ? rest : { ...rest, [place]: colour };
}

function plainChange(code: number, [kind]: readonly string[]): Change {
  if (code === 0) return () => ({});
  const range = RANGES.find(([first, last]) => code >= first && code <= last);
  if (range) {
    const [first, , place, colour] = range;
    return (look) => dyed(look, place, colour === undefined ? undefined : colour + code - first);
  }
  if (code === 4 && kind === "0") return without("underline");
  const worn = WORN[code];
  return worn ? (look) => ({ ...look, [worn]: true }) : without(...(TAKEN_OFF[code] ?? []));
}

const RANGES: readonly [first: number, last: number, place: "foreground" | "background", colour?: number][] = [
  [30, 37, "foreground", 0],
  [39, 39, "foreground"],
  [40, 47, "background", 0],
  [49, 49, "background"],
  [90, 97, "foreground", 8],
  [100, 107, "background", 8],
];

type Trait = Exclude<keyof Look, "foreground" | "background">;

const WORN: Readonly<Record<number, Trait>> = {
  1: "bold",
  2: "dim",
  3: "italic",
  4: "underline",
  5: "blink",
  6: "blink",
  7: "inverse",
  8: "hidden",
  9: "strike",
  21: "underline",
};

const TAKEN_OFF: Readonly<Record<number, readonly Trait[]>> = {
  22: ["bold", "dim"],
  23: ["italic"],
  24: ["underline"],
  25: ["blink"],
  27: ["inverse"],
  28: ["hidden"],
  29: ["strike"],
};

function without(...traits: readonly Trait[]): Change {
  return (look) => Object.fromEntries(Object.entries(look).filter(([name]) => !traits.includes(name as Trait)));
}

function isSame(a: Look, b: Look): boolean {
  const names = Object.keys(a) as (keyof Look)[];
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
