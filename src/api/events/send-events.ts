import type { ServerResponse } from "node:http";
import type { Hub, Listener } from "./hub.ts";

export interface StreamOptions {
  session?: string | undefined;
  /** The last event that the client has. */
  cursor?: string | undefined;
  /** Ends at the head of the story instead of waiting for what comes. */
  once?: boolean | undefined;
}

/** A client this far behind is let go: it comes back and goes on where it was. */
const MOST_UNSENT = 4 * 1024 * 1024;
const HEARTBEAT_EVERY = 15_000;
/** A comment; it finds out connections that died silently. */
const HEARTBEAT = ":\n\n";
/** How long a browser waits before it comes back. */
const GREETING = "retry: 1000\n\n";

/** Sends the events of a hub over a response whose head is written already; resolves when the stream has ended. */
export async function streamEvents(response: ServerResponse, hub: Hub, options: StreamOptions): Promise<void> {
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
  const ended = new Promise<void>((resolve) => response.once("close", resolve));
  const heartbeat = setInterval(() => response.write(HEARTBEAT), HEARTBEAT_EVERY);
  try {
    response.write(GREETING);
    void ended.then(() => hub.leave(listener));
    await hub.join(listener, cursor);
    if (once) response.end();
    await ended;
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
