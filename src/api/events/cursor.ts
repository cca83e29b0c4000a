/** A position in one army's event file. */
export interface Position {
  /** Id of the event file; a renewed file has another one. */
  fileId: string;
  offset: number;
}

/** How far a client has come, by session. */
export type Positions = ReadonlyMap<string, Position>;

export interface Cursor {
  /** Event files by the beginnings of their ids. */
  positions: Position[];
  /** There were more armies than a cursor has room for. */
  isCut: boolean;
}

/** A browser that gets an empty event id forgets its last one. */
const NO_ARMY = "-";
const CUT = "~";
/** Hex digits of a file's id that a cursor contains. An army has one event file, so they identify the army, too. */
export const ID_DIGITS = 12;
const ID_BYTES = ID_DIGITS / 2;
/** 1 TiB; event files are renewed at 16 MiB. */
const OFFSET_BYTES = 5;
const POSITION_BYTES = ID_BYTES + OFFSET_BYTES;
/** Some 4400 characters, which fit into a request header beside others. */
const MOST_POSITIONS = 300;

/** The id of an event: a client's position in each army's event file. Any server can resume from it. */
export function encodeCursor(positions: Positions, { most = MOST_POSITIONS } = {}): string {
  const named = [...positions.values()].slice(0, most);
  const bytes = Buffer.alloc(named.length * POSITION_BYTES);
  for (const [index, { fileId, offset }] of named.entries()) {
    const at = index * POSITION_BYTES;
    bytes.write(fileId, at, ID_BYTES, "hex");
    bytes.writeUIntBE(offset, at + ID_BYTES, OFFSET_BYTES);
  }
  const text = bytes.toString("base64url") || NO_ARMY;
  return positions.size > most ? CUT + text : text;
}

/** Undefined for anything that `encodeCursor` does not return. */
export function decodeCursor(text: string): Cursor | undefined {
  if (text === NO_ARMY) return { positions: [], isCut: false };
  const isCut = text.startsWith(CUT);
  const bytes = Buffer.from(isCut ? text.slice(1) : text, "base64url");
  const count = bytes.length / POSITION_BYTES;
  if (count === 0 || !Number.isInteger(count)) return undefined;
  // Node skips characters that are not base64url.
  if ((isCut ? CUT : "") + bytes.toString("base64url") !== text) return undefined;
  const positions = Array.from({ length: count }, (_, index): Position => {
    const at = index * POSITION_BYTES;
    return {
      fileId: bytes.toString("hex", at, at + ID_BYTES),
      offset: bytes.readUIntBE(at + ID_BYTES, OFFSET_BYTES),
    };
  });
  return { positions, isCut };
}
