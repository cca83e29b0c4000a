import { decodeCursor, JOURNAL_DIGITS, type Position } from "./cursor.ts";
import type { EventStream } from "./event-stream.ts";
import { frame, framesOf } from "./frames.ts";

/** The armies a client is told of, by session. */
export type Armies = ReadonlyMap<string, EventStream>;

/**
 * What a client at `positions` has to be told next; moves the positions. Undefined when it knows everything. An army whose journal
 * no longer has the client's place is said to be `reset`: the client has to fetch it anew.
 */
export function nextNews(armies: Armies, positions: Map<string, Position>): string | undefined {
  for (const session of positions.keys())
    if (!armies.has(session)) {
      positions.delete(session);
      return frame(positions, "session-removed", { session });
    }
  for (const [session, chronicle] of armies) {
    const news = newsOf(session, chronicle, positions);
    if (news !== undefined) return news;
  }
  return undefined;
}

function newsOf(session: string, chronicle: EventStream, positions: Map<string, Position>): string | undefined {
  const head = headOf(chronicle);
  for (let from = positions.get(session) ?? startOf(chronicle); ; ) {
    if (from?.journal === head.journal && from.offset === head.offset) {
      positions.set(session, head);
      return undefined;
    }
    const news = from && chronicle.since(from.journal, from.offset);
    if (!news) {
      positions.set(session, head);
      return frame(positions, "reset", { session });
    }
    from = { journal: head.journal, offset: news.next };
    positions.set(session, from);
    if (news.told.length > 0) return framesOf(session, news.told, positions);
  }
}

/**
 * Where a client stands that comes with this cursor. Undefined when it is none, or names a journal that is gone: what that has to
 * tell is found only by a look at everything. A listener of one army may come with the cursor of a listener of all.
 */
export function positionsIn(armies: Armies, cursor: string, { isPart }: { isPart: boolean }): Places | undefined {
  const known = decodeCursor(cursor);
  if (!known) return undefined;
  const byJournal = new Map([...armies].map((army) => [army[1].journal.slice(0, JOURNAL_DIGITS), army]));
  const found = known.places.flatMap(({ journal, offset }): [string, Position][] => {
    const [name, chronicle] = byJournal.get(journal) ?? [];
    return name === undefined || !chronicle ? [] : [[name, { journal: chronicle.journal, offset }]];
  });
  const gone = known.places.length - found.length;
  if (gone > 0 && !(isPart && found.length > 0)) return undefined;
  const left = known.isCut ? [...armies.keys()] : [];
  return new Map([...left.map((name): [string, Position] => [name, UNKNOWN]), ...found]);
}

type Places = Map<string, Position>;

/** A place in no journal: a client that stands there is told to fetch the army anew. */
const UNKNOWN: Position = { journal: "", offset: 0 };

/** Where a client stands that knows everything. */
export function headsOf(armies: Armies): Map<string, Position> {
  return new Map([...armies].map(([session, chronicle]) => [session, headOf(chronicle)]));
}

function headOf({ journal, end }: EventStream): Position {
  return { journal, offset: end };
}

function startOf({ journal, begin }: EventStream): Position | undefined {
  return begin === undefined ? undefined : { journal, offset: begin };
}
