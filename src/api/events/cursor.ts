/** A place in one army's journal. */
export interface Position {
  /** The journal's own id: a journal that was begun anew has other places. */
  journal: string;
  offset: number;
}

/** How far a client has come, by session. */
export type Positions = ReadonlyMap<string, Position>;

/** An empty event id would make a browser forget where it was. */
const NOWHERE = "-";
const PLACE = /^([A-Za-z0-9_-]{1,200}):([a-z0-9]{1,32}):(\d{1,15})$/;

/**
 * The id of an event: everything the client knows once it has it, as places in the journals that lie with the armies. No server
 * has to remember a client, so a new one goes on exactly where an old one ended.
 */
export function encodeCursor(positions: Positions): string {
  const places = [...positions].map(([session, { journal, offset }]) => `${session}:${journal}:${offset}`);
  return places.join(",") || NOWHERE;
}

/** Undefined for what is no cursor of ours. */
export function decodeCursor(text: string): Map<string, Position> | undefined {
  const positions = new Map<string, Position>();
  if (text === NOWHERE) return positions;
  for (const place of text.split(",")) {
    const [, session, journal, offset] = PLACE.exec(place) ?? [];
    if (session === undefined || journal === undefined) return undefined;
    positions.set(session, { journal, offset: Number(offset) });
  }
  return positions;
}
