import type { ToolResult } from "./tool.ts";

export type After = NonNullable<ToolResult<unknown>["after"]>;

/** What an agent CLI was given and has not been seen to have. */
export interface Receipts {
  readonly isWaiting: boolean;
  /** The answer to call `id` counts only once it is proved to have arrived. */
  await(id: unknown, after: After): void;
  /** Nobody will get the answer to call `id`. */
  lose(id: unknown): void;
  /** The system has the whole answer to call `id`. Returns a question whose answer proves that the CLI has it, too. */
  written(id: unknown): object | undefined;
  /** A message came in; true when it answers a question of ours, and is for nobody else. */
  heard(message: object): boolean;
  /** The agent was seen to end a turn at this time. */
  turnEnded(at: number): void;
  /** Nothing that comes from now on proves anything: what is not proved goes back. */
  end(): void;
}

interface Handed {
  after: After;
  question: string;
  /** Milliseconds since 1970. */
  at: number;
}

const QUESTION = "ovld-receipt-";

export interface ReceiptParts {
  now(): number;
  settle(work: Promise<void>): void;
  /** Whether the end of a turn will be seen. */
  tellsTurns(): Promise<boolean>;
}

/**
 * Proof is that the conversation goes on: a later call, or the end of the turn. A client that only has the mail may be killed
 * before it is in the conversation. Where nobody would see the end of a turn, that the client has it must do: it answers a `ping`
 * behind the mail, or asks anything else; a client reads line by line. `docs/decisions/0008-what-a-receipt-proves.md` has more.
 */
export function receipts({ now, settle, tellsTurns }: ReceiptParts): Receipts {
  const awaited = new Map<unknown, After>();
  let handed: Handed[] = [];
  let hasHandshake = false;
  let isEnded = false;
  let asked = 0;

  const collect = (id: unknown): After | undefined => {
    const after = awaited.get(id);
    awaited.delete(id);
    return after;
  };

  const prove = (isProved: (one: Handed) => boolean): void => {
    const proved = handed.filter(isProved);
    handed = handed.filter((one) => !proved.includes(one));
    for (const { after } of proved) settle(after.sent());
  };

  /** The client has all that was handed to it until now, up to this question where there is one. */
  const arrived = (question?: unknown): void => {
    const last = question === undefined ? handed.length - 1 : handed.findIndex((one) => one.question === question);
    const known = handed.slice(0, last + 1);
    if (known.length > 0)
      settle(tellsTurns().then((isTold) => (isTold ? undefined : prove((one) => known.includes(one)))));
  };

  return {
    get isWaiting() {
      return handed.length > 0;
    },
    await(id, after) {
      if (isEnded) settle(after.lost());
      else awaited.set(id, after);
    },
    lose(id) {
      const after = collect(id);
      if (after) settle(after.lost());
    },
    written(id) {
      const after = collect(id);
      if (!after) return undefined;
      const question = `${QUESTION}${++asked}`;
      handed.push({ after, question, at: now() });
      return hasHandshake ? { jsonrpc: "2.0", id: question, method: "ping" } : undefined;
    },
    heard(message) {
      const { id, method } = message as { id?: unknown; method?: unknown };
      if (method !== undefined) {
        if (method === "initialize") hasHandshake = true;
        if (method === "tools/call") prove(() => true);
        else if (id !== undefined) arrived();
        return false;
      }
      const isOurs = typeof id === "string" && id.startsWith(QUESTION);
      if (isOurs) arrived(id);
      return isOurs;
    },
    turnEnded(at) {
      prove((one) => one.at < at);
    },
    end() {
      isEnded = true;
      const lost = [...handed.map(({ after }) => after), ...awaited.values()];
      handed = [];
      awaited.clear();
      for (const after of lost) settle(after.lost());
    },
  };
}
