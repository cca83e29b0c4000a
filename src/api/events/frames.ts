import { encodeCursor, type Position, type Positions } from "./cursor.ts";
import type { Told } from "./event-stream.ts";

/** One event as it goes over the wire. */
export function frame(positions: Positions, type: string, data: object): string {
  return `id: ${encodeCursor(positions)}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** What was told in one army, each with the cursor of a client that has it and was at `positions` before. */
export function framesOf(session: string, told: readonly Told[], positions: Positions): string {
  const at = new Map<string, Position>(positions);
  return told
    .map(({ event, journal, end }) => {
      at.set(session, { journal, offset: end });
      return frame(at, event.type, { session, ...event.data });
    })
    .join("");
}
