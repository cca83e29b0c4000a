import type { Position } from "./cursor.ts";
import { openEventFile, replaceEventFile } from "./event-file.ts";
import { type ArmyEvent, type EventState, isSnapshot, newEventState, type Snapshot } from "./event-state.ts";

/** An event, and the position behind it. */
export interface PublishedEvent {
  event: ArmyEvent;
  fileId: string;
  end: number;
}

/** The events of one army, kept in its event file. */
export interface EventStream {
  readonly fileId: string;
  readonly end: number;
  /** Offset of the first event; undefined when a snapshot replaces the earliest events. */
  readonly begin: number | undefined;
  readonly state: EventState;
  /** Starts with a snapshot of the army's past instead of its events. */
  start(snapshot: Snapshot): void;
  /** Appends new events. Returns them together with the events that other servers appended meanwhile. */
  publish(events: readonly ArmyEvent[]): PublishedEvent[];
  /** Renews a file that is too long. Returns events that other servers appended, also to a file that they renewed. */
  poll(): PublishedEvent[];
  /** About 256 KiB of the events behind a position; undefined when the event file does not contain it. */
  since(position: Position): { events: PublishedEvent[]; next: number } | undefined;
  close(): void;
}

/** Some 20,000 messages. */
const LONGEST = 16 * 1024 * 1024;
const PORTION = 256 * 1024;

export interface EventStreamOptions {
  /** Bytes at which the event file is renewed. */
  longest?: number;
  /** Number of settled messages with remembered ids. */
  remembered?: number;
}

export function openEventStream(path: string, { longest = LONGEST, remembered }: EventStreamOptions = {}): EventStream {
  const state = newEventState(remembered);
  /** Ends of lines that repeat an event, because two servers saw the same change at once. */
  const repeated = new Set<number>();
  let file = openEventFile(path);
  let isWhole = true;
  let renewAt = longest;

  const read = (onEvent: (published: PublishedEvent) => void): void => {
    for (const { value, end } of file.newLines()) {
      if (isSnapshot(value)) isWhole = false;
      if (state.learn(value)) onEvent({ event: value as ArmyEvent, fileId: file.id, end });
      else repeated.add(end);
    }
  };
  const readNew = (): PublishedEvent[] => {
    const events: PublishedEvent[] = [];
    read((one) => events.push(one));
    return events;
  };
  // Reads line by line: at its longest, the file does not fit twice into the memory of a server.
  read(() => {});

  /** A snapshot of more than half the file is not worth it: each server would renew the file again soon. */
  const renew = (): void => {
    if (file.end <= renewAt || file.isReplaced()) return;
    const snapshot = state.snapshot();
    renewAt = Math.max(longest, 2 * Buffer.byteLength(JSON.stringify(snapshot)));
    if (file.end > renewAt) replaceEventFile(path, [snapshot]);
  };

  const reopen = (): void => {
    file.close();
    file = openEventFile(path);
    repeated.clear();
    isWhole = true;
  };

  return {
    get fileId() {
      return file.id;
    },
    get end() {
      return file.end;
    },
    get begin() {
      return isWhole ? file.begin : undefined;
    },
    state,
    start(snapshot) {
      file.append([snapshot]);
      read(() => {});
    },
    publish(events) {
      const unknown = events.filter(state.isNew);
      if (unknown.length > 0) file.append(unknown);
      return readNew();
    },
    poll() {
      const events = readNew();
      renew();
      if (!file.isReplaced()) return events;
      events.push(...readNew());
      reopen();
      return [...events, ...readNew()];
    },
    since({ fileId, offset }) {
      const lines = fileId === file.id ? file.from(offset, PORTION) : undefined;
      if (!lines) return undefined;
      const events = lines.flatMap(({ value, end }) =>
        repeated.has(end) ? [] : [{ event: value as ArmyEvent, fileId, end }],
      );
      return { events, next: lines.at(-1)?.end ?? offset };
    },
    close: () => file.close(),
  };
}
