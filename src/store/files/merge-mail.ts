import type { MessageId } from "#mail/message.ts";

/** A part of a list of ids in rising order. */
export interface SortedIds {
  ids: readonly MessageId[];
  /** Index of the first id. */
  from: number;
  /** Index behind the last id. */
  to: number;
}

export type Order = "oldest" | "newest";

interface Cursor<Source> {
  source: Source;
  id: MessageId;
  at: number;
}

/**
 * The ids of all sources in one order, each with its source; equal ids follow each other. The cost depends on what is
 * consumed, not on what the sources hold.
 */
export function* mergeMail<Source extends SortedIds>(
  sources: readonly Source[],
  order: Order,
): Generator<{ id: MessageId; source: Source }> {
  const step = order === "oldest" ? 1 : -1;
  const isBefore = (a: Cursor<Source>, b: Cursor<Source>) => (step === 1 ? a.id < b.id : a.id > b.id);
  const heap: Cursor<Source>[] = [];
  for (const source of sources) {
    const at = step === 1 ? source.from : source.to - 1;
    if (source.from < source.to) heap.push({ source, at, id: source.ids[at] as MessageId });
  }
  // A sorted list is a heap.
  heap.sort((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0));
  for (let first = heap[0]; first; first = heap[0]) {
    yield { id: first.id, source: first.source };
    first.at += step;
    if (first.at >= first.source.from && first.at < first.source.to) first.id = first.source.ids[first.at] as MessageId;
    else {
      const last = heap.pop() as Cursor<Source>;
      if (last !== first) heap[0] = last;
    }
    sink(heap, isBefore);
  }
}

function sink<T>(heap: T[], isBefore: (a: T, b: T) => boolean): void {
  for (let at = 0, child = 1; child < heap.length; at = child, child = 2 * at + 1) {
    const right = child + 1;
    if (right < heap.length && isBefore(heap[right] as T, heap[child] as T)) child = right;
    if (!isBefore(heap[child] as T, heap[at] as T)) return;
    [heap[at], heap[child]] = [heap[child] as T, heap[at] as T];
  }
}

/** Index of the first id that is not below `bound`. */
export function firstFrom(ids: readonly MessageId[], bound: string, from = 0): number {
  let [low, high] = [from, ids.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as MessageId) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
