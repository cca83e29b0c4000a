import { decodeCursor, encodeCursor, ID_DIGITS, type Position, type Positions } from "./cursor.ts";
import type { EventStream, PublishedEvent } from "./event-stream.ts";

/** The armies in a client's stream, by session. */
export type Armies = ReadonlyMap<string, { stream: EventStream }>;

/**
 * The next frames for a client at `positions`, which are advanced; undefined when the client has all events. An event
 * file that no longer contains the client's position causes a `reset` of that army.
 */
export function nextFrames(armies: Armies, positions: Map<string, Position>): string | undefined {
  for (const session of positions.keys())
    if (!armies.has(session)) {
      positions.delete(session);
      return frame(positions, "session-removed", { session });
    }
  for (const [session, { stream }] of armies) {
    const frames = framesAfter(session, stream, positions);
    if (frames !== undefined) return frames;
  }
  return undefined;
}

function framesAfter(session: string, stream: EventStream, positions: Map<string, Position>): string | undefined {
  const head = headOf(stream);
  for (let from = positions.get(session) ?? startOf(stream); ; ) {
    if (from?.fileId === head.fileId && from.offset === head.offset) {
      positions.set(session, head);
      return undefined;
    }
    const found = from && stream.since(from);
    if (!found) {
      positions.set(session, head);
      return frame(positions, "reset", { session });
    }
    from = { fileId: head.fileId, offset: found.next };
    positions.set(session, from);
    if (found.events.length > 0) return framesOf(session, found.events, positions);
  }
}

/**
 * The positions in a cursor. Undefined for an invalid cursor, and for one with an unknown event file: its army cannot
 * be determined, so the client must fetch everything. With `isPart`, the cursor may be from a stream of more armies.
 */
export function positionsIn(
  armies: Armies,
  text: string,
  { isPart }: { isPart: boolean },
): Map<string, Position> | undefined {
  const cursor = decodeCursor(text);
  if (!cursor) return undefined;
  const known = new Map([...armies].map(([session, { stream }]) => [stream.fileId.slice(0, ID_DIGITS), session]));
  const found = cursor.positions.flatMap(({ fileId, offset }): [string, Position][] => {
    const session = known.get(fileId) ?? "";
    const stream = armies.get(session)?.stream;
    return stream ? [[session, { fileId: stream.fileId, offset }]] : [];
  });
  const isLost = found.length < cursor.positions.length;
  if (isLost && !(isPart && found.length > 0)) return undefined;
  const cut = cursor.isCut ? [...armies.keys()] : [];
  return new Map([...cut.map((session): [string, Position] => [session, NOWHERE]), ...found]);
}

/** A position in no event file, which causes a `reset` of the army. */
const NOWHERE: Position = { fileId: "", offset: 0 };

/** The positions of a client that has all events. */
export function headsOf(armies: Armies): Map<string, Position> {
  return new Map([...armies].map(([session, { stream }]) => [session, headOf(stream)]));
}

function headOf({ fileId, end }: EventStream): Position {
  return { fileId, offset: end };
}

function startOf({ fileId, begin }: EventStream): Position | undefined {
  return begin === undefined ? undefined : { fileId, offset: begin };
}

/** One server-sent event. */
export function frame(positions: Positions, type: string, data: object): string {
  return `id: ${encodeCursor(positions)}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Events of one army for a client that was at `positions`, each with the cursor behind it. */
export function framesOf(session: string, events: readonly PublishedEvent[], positions: Positions): string {
  const at = new Map<string, Position>(positions);
  return events
    .map(({ event, fileId, end }) => {
      at.set(session, { fileId, offset: end });
      return frame(at, event.type, { session, ...event.data });
    })
    .join("");
}
