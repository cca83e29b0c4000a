import { vi } from "vitest";

export interface StreamedEvent {
  id: string;
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read the data of any event.
  data: any;
}

export interface EventStream extends AsyncDisposable {
  events: StreamedEvent[];
  /** Id of the last event. */
  last(): string | undefined;
  of(type: string): StreamedEvent[];
  /** Resolves when `test` is true of the events so far. */
  until(test: (events: readonly StreamedEvent[]) => boolean): Promise<void>;
  close(): Promise<void>;
}

/** Follows the event stream of a server as a browser would, but does not reconnect. */
export async function openStream(
  server: { url: string; token: string },
  { last, query = "" }: { last?: string | undefined; query?: string } = {},
): Promise<EventStream> {
  const leaving = new AbortController();
  const events: StreamedEvent[] = [];
  const response = await fetch(`${server.url}/api/v1/events${query}`, {
    headers: { authorization: `Bearer ${server.token}`, ...(last !== undefined && { "last-event-id": last }) },
    signal: leaving.signal,
  });
  if (!response.ok || !response.body) throw new Error(`${response.status}: ${await response.text()}`);
  const { body } = response;
  const reading = (async () => {
    let text = "";
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const parts = (text + chunk).split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(part)?.[1] ?? "";
        if (field("event")) events.push({ id: field("id"), type: field("event"), data: JSON.parse(field("data")) });
      }
    }
  })().catch(() => {});
  const close = async () => {
    leaving.abort();
    await reading;
  };
  return {
    events,
    last: () => events.at(-1)?.id,
    of: (type) => events.filter((event) => event.type === type),
    until: (test) => vi.waitUntil(() => test(events), { timeout: 40_000, interval: 20 }).then(() => {}),
    close,
    [Symbol.asyncDispose]: close,
  };
}
