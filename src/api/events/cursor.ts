/** A place in one army's journal. */
export interface Position {
  /** The journal's own id: a journal that was begun anew has other places. */
  journal: string;
  offset: number;
}

/** How far a client has come, by session. */
export type Positions = ReadonlyMap<string, Position>;

export interface Cursor {
  /** Journals by the beginnings of their ids. */
  places: Position[];
  /** There were more armies than a cursor has room for. */
  isCut: boolean;
}

/** An empty event id would make a browser forget where it was. */
const NOWHERE = "-";
const CUT = "~";
/** Hex digits of a journal's id that tell it from all others; it also tells which army it is. */
export const JOURNAL_DIGITS = 12;
/** Some 4000 characters: a header has room for it, also beside others. */
const MOST_PLACES = 300;

/**
 * The id of an event: everything the client knows once it has it, as places in the journals that lie with the armies. No server
 * has to remember a client, so a new one goes on exactly where an old one ended. About 14 characters for each army.
 */
export function encodeCursor(positions: Positions, { most = MOST_PLACES } = {}): string {
  const places = [...positions.values()].slice(0, most);
  const bytes = places.flatMap(({ journal, offset }) => [
    ...Buffer.from(journal.slice(0, JOURNAL_DIGITS), "hex"),
    ...digitsOf(offset),
  ]);
  const text = Buffer.from(bytes).toString("base64url") || NOWHERE;
  return positions.size > most ? CUT + text : text;
}

/** Undefined for what is no cursor of ours. */
export function decodeCursor(text: string): Cursor | undefined {
  if (text === NOWHERE) return { places: [], isCut: false };
  const isCut = text.startsWith(CUT);
  const bytes = Buffer.from(isCut ? text.slice(1) : text, "base64url");
  if (bytes.length === 0 || (isCut ? CUT : "") + bytes.toString("base64url") !== text) return undefined;
  const places: Position[] = [];
  for (let at = 0; at < bytes.length; ) {
    const journal = bytes.toString("hex", at, at + JOURNAL_DIGITS / 2);
    const digits = bytes.subarray(at + JOURNAL_DIGITS / 2);
    const last = digits.findIndex((digit) => digit < MORE);
    if (last < 0 || last > LONGEST_OFFSET) return undefined;
    places.push({ journal, offset: numberIn(digits.subarray(0, last + 1)) });
    at += JOURNAL_DIGITS / 2 + last + 1;
  }
  return { places, isCut };
}

/** Offsets are written in digits of seven bits, the lowest first; all but the last are marked. */
const MORE = 128;
/** As many as a safe integer has, without the last. */
const LONGEST_OFFSET = 6;

function digitsOf(offset: number): number[] {
  if (offset < MORE) return [offset];
  return [(offset % MORE) + MORE, ...digitsOf(Math.floor(offset / MORE))];
}

function numberIn(digits: Uint8Array): number {
  return digits.reduceRight((sum, digit) => sum * MORE + (digit % MORE), 0);
}
