/** A key or a paste, independent of the terminal's sequence for it. */
export type Key = { name: "text"; text: string } | { name: "paste"; text: string } | { name: NamedKey };

export type NamedKey =
  | "up"
  | "down"
  | "left"
  | "right"
  | "home"
  | "end"
  | "page-up"
  | "page-down"
  | "enter"
  | "escape"
  | "backspace"
  | "delete"
  | "clear"
  | "word"
  | "redraw"
  | "interrupt"
  | "other";

export interface ParsedKeys {
  keys: Key[];
  /** An incomplete sequence. */
  rest: string;
}

const ESCAPE = "\u001b";
const PASTE = "\u001b[200~";
const PASTE_END = "\u001b[201~";

/** CSI (`ESC [ …`) and SS3 (`ESC O …`); a modifier such as `1;5` does not change the key. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what terminals send.
const SEQUENCE = /^\u001b(?:\[([0-9;?<>=]*)([ -/]*[@-~])|O([@-~]))/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what terminals send.
const UNFINISHED = /^\u001b(?:\[[0-9;?<>=]*[ -/]*|O)?$/;

const letters: Readonly<Record<string, NamedKey>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  H: "home",
  F: "end",
  M: "enter",
};
const numbers: Readonly<Record<string, NamedKey>> = {
  1: "home",
  3: "delete",
  4: "end",
  5: "page-up",
  6: "page-down",
  7: "home",
  8: "end",
};
const controls: Readonly<Record<string, NamedKey>> = {
  "\r": "enter",
  "\n": "enter",
  "\u007f": "backspace",
  "\b": "backspace",
  "\u0001": "home",
  "\u0003": "interrupt",
  "\u0004": "delete",
  "\u0005": "end",
  "\u000c": "redraw",
  "\u0015": "clear",
  "\u0017": "word",
};

/** A chunk of input may contain several keys, and a key may be split across chunks. */
export function parseKeys(input: string): ParsedKeys {
  const keys: Key[] = [];
  let rest = input;
  while (rest !== "") {
    const step = nextKey(rest);
    if (!step) break;
    keys.push(step.key);
    rest = rest.slice(step.length);
  }
  return { keys, rest };
}

/**
 * Milliseconds of silence after which an incomplete sequence is final. A lone Escape looks like the start of a
 * sequence, so the time is short. A paste has an end marker, so its time is long: a rest would be parsed as keys, and
 * newlines as Enter.
 */
export function patienceFor(rest: string): number {
  return rest.startsWith(PASTE) ? 10_000 : 40;
}

/** The keys of a final incomplete sequence: Escape, or a paste without its end marker. */
export function finishKeys(rest: string): Key[] {
  if (rest.startsWith(PASTE)) return [pasted(rest.slice(PASTE.length))];
  return rest === "" ? [] : [{ name: "escape" }, ...parseKeys(rest.slice(1)).keys];
}

function nextKey(input: string): { key: Key; length: number } | undefined {
  if (input.startsWith(PASTE)) {
    const end = input.indexOf(PASTE_END);
    if (end === -1) return undefined;
    return { key: pasted(input.slice(PASTE.length, end)), length: end + PASTE_END.length };
  }
  if (input.startsWith(ESCAPE)) return escaped(input);
  const character = String.fromCodePoint(input.codePointAt(0) ?? 0);
  const name = controls[character];
  if (name) return { key: { name }, length: 1 };
  if (/\p{Cc}/u.test(character)) return { key: { name: "other" }, length: 1 };
  return { key: { name: "text", text: character }, length: character.length };
}

function escaped(input: string): { key: Key; length: number } | undefined {
  const match = SEQUENCE.exec(input);
  if (match) {
    const [whole, parameters = "", final = "", ss3] = match;
    const number = parameters.split(";")[0] ?? "";
    const name = final === "~" ? numbers[number] : letters[ss3 ?? final];
    return { key: { name: name ?? "other" }, length: whole.length };
  }
  return UNFINISHED.test(input) ? undefined : { key: { name: "escape" }, length: 1 };
}

/** Terminals send the end of a pasted line as Enter. */
function pasted(text: string): Key {
  return { name: "paste", text: text.replaceAll(/\r\n?/g, "\n") };
}
