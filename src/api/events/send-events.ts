import type { ServerResponse } from "node:http";
import type { Hub, Listener } from "./hub.ts";

export interface SendEventsOptions {
  session?: string | undefined;
  /** Id of the last event that the client has. */
  cursor?: string | undefined;
  /** Ends the response after the past events. */
  once?: boolean | undefined;
}

/** A client that is this far behind is disconnected; it can reconnect and resume. */
const MOST_UNSENT = 4 * 1024 * 1024;
const HEARTBEAT_EVERY = 15_000;
/** An SSE comment: a write to a connection that is dead fails. */
const HEARTBEAT = ":\n\n";
/** Milliseconds after which a browser reconnects. */
const GREETING = "retry: 1000\n\n";

/** Sends the hub's events over a response with a written head; resolves when the response has closed. */
export async function sendEvents(response: ServerResponse, hub: Hub, options: SendEventsOptions): Promise<void> {
  const { session, cursor, once } = options;
  if (response.destroyed) return;
  const listener: Listener = {
    session,
    push(bytes) {
      response.write(bytes);
      if (response.writableLength > MOST_UNSENT) response.destroy();
    },
    async write(text) {
      if (!response.write(text)) await drained(response);
      return !response.destroyed;
    },
  };
  const closed = new Promise<void>((resolve) => response.once("close", resolve));
  const heartbeat = setInterval(() => response.write(HEARTBEAT), HEARTBEAT_EVERY);
  try {
    response.write(GREETING);
    void closed.then(() => hub.leave(listener));
    await hub.join(listener, cursor);
    if (once) response.end();
    await closed;
  } finally {
    clearInterval(heartbeat);
    hub.leave(listener);
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.once("drain", done);
    response.once("close", done);
  });
}
