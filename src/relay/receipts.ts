import type { Recollection } from "./recall.ts";
import { decideReceipts, isQuestion, toRecall } from "./receipt-rules.ts";
import { type Given, noReceipts, type ReceiptEvent, type SeenProgress, type Settlement } from "./receipt-state.ts";

/** Mail that was given to an agent CLI and is not proved to have arrived. */
export interface Receipts {
  /** Registers the unwritten answer to call `id`, which is acknowledged only once its arrival is proved. */
  await(id: unknown, given: Given): void;
  /** Releases the mail of call `id`, because the answer reaches no agent. */
  release(id: unknown): void;
  /** Called when the kernel has the whole answer to call `id`. Returns a question; its answer proves the reading. */
  written(id: unknown): object | undefined;
  /** Handles an incoming message. True for the answer to one of these questions, which is not for the SDK. */
  heard(message: object): boolean;
  /** Reads the agent's progress, and settles the mail that it proves or refutes. */
  check(): Promise<void>;
  /** Releases all mail that is not proved to have arrived. */
  end(): void;
}

export interface ReceiptParts {
  /** Progress of the agent; undefined if another agent has taken its place. */
  look(): Promise<SeenProgress | undefined>;
  /** Whether the answer to this call survives if the agent is killed now. */
  recall(call: string | undefined): Promise<Recollection>;
  /** Delays the relay's end until a receipt is written, and logs a failure. */
  settle(work: Promise<void>): void;
}

export function receipts({ look, recall, settle }: ReceiptParts): Receipts {
  const { write, writeAgain } = retryingWriter(settle);
  let state = noReceipts;

  const apply = (event: ReceiptEvent): void => {
    const [next, settlements] = decideReceipts(state, event);
    state = next;
    for (const settlement of settlements) write(settlement);
  };

  const release = (id: unknown): void => apply({ what: "cancelled", id });

  return {
    await: (id, given) => apply({ what: "awaited", id, given }),
    release,
    written(id) {
      const { asked } = state;
      apply({ what: "written", id });
      const question = state.asked > asked ? state.handed.at(-1)?.question : undefined;
      return question && state.hasHandshake ? { jsonrpc: "2.0", id: question, method: "ping" } : undefined;
    },
    heard(message) {
      const { id, method, params } = message as { id?: unknown; method?: unknown; params?: { requestId?: unknown } };
      if (method === undefined) {
        if (isQuestion(id)) apply({ what: "taken", question: id });
        return isQuestion(id);
      }
      if (method === "initialize") apply({ what: "handshake" });
      // Also for an answered call, because a client ignores the answer after it has cancelled.
      if (method === "notifications/cancelled") release(params?.requestId);
      if (id !== undefined) apply({ what: "taken" });
      return false;
    },
    async check() {
      writeAgain();
      // Mail handed over during `look` is newer than its result.
      const known = new Set(state.handed.map(({ question }) => question));
      if (known.size === 0 && state.hasSpoken) return;
      const seen = { what: "seen", now: await look(), known } as const;
      apply(seen);
      const found = new Map<string, Recollection>();
      for (const { question, call } of toRecall(state, seen)) found.set(question, await recall(call));
      apply({ what: "recalled", found });
    },
    end() {
      writeAgain();
      apply({ what: "ended" });
    },
  };
}

/** Keeps a failed settlement for a retry, because a full disk may have space later. */
function retryingWriter(settle: ReceiptParts["settle"]) {
  let unwritten: Settlement[] = [];
  const write = ({ after, move }: Settlement): void =>
    settle(
      after[move]().catch((error: unknown) => {
        unwritten.push({ after, move });
        throw error;
      }),
    );
  const writeAgain = (): void => {
    const again = unwritten;
    unwritten = [];
    for (const settlement of again) write(settlement);
  };
  return { write, writeAgain };
}
