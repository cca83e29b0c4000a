/** An async queue of events, in order. */
export interface EventQueue<T> {
  push(event: T): void;
  /** Delivers the queued events; then the iterator ends, or throws the error once. */
  end(error?: unknown): void;
  /** Whether `push` has no effect any more. */
  readonly isEnded: boolean;
  readonly iterator: AsyncIterableIterator<T>;
}

/** `stop` is called once, when the queue ends or its reader leaves. */
export function eventQueue<T>(stop: () => void): EventQueue<T> {
  const events: T[] = [];
  const waiting: Waiting<T>[] = [];
  let ending: { error?: unknown } | undefined;

  const serve = () => {
    while (waiting.length > 0 && (events.length > 0 || ending)) {
      const { resolve, reject } = waiting.shift() as Waiting<T>;
      if (events.length > 0) resolve({ done: false, value: events.shift() as T });
      else if (ending && "error" in ending) {
        reject(ending.error);
        ending = {};
      } else resolve({ done: true, value: undefined });
    }
  };
  const end = (error?: unknown) => {
    if (ending) return;
    ending = error === undefined ? {} : { error };
    stop();
    serve();
  };
  const iterator: AsyncIterableIterator<T> = {
    next: () =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        serve();
      }),
    async return() {
      events.length = 0;
      end();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return {
    push(event) {
      if (ending) return;
      events.push(event);
      serve();
    },
    end,
    get isEnded() {
      return ending !== undefined;
    },
    iterator,
  };
}

interface Waiting<T> {
  resolve(result: IteratorResult<T, undefined>): void;
  reject(error: unknown): void;
}
