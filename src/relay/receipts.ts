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

/**
 * Proof is the answer to a `ping` that went out behind the mail: a client reads line by line, so it has the mail as well.
 * Clients that open without a handshake know no such question; of them a later call, or the end of the turn, tells.
 */
export function receipts({ now, settle }: { now(): number; settle(work: Promise<void>): void }): Receipts {
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

  const prove = (isProved: (one: Handed, index: number) => boolean): void => {
    const proved = handed.filter(isProved);
    handed = handed.filter((one) => !proved.includes(one));
    for (const { after } of proved) settle(after.sent());
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
        if (id !== undefined) prove(() => true);
        return false;
      }
      const answered = handed.findIndex(({ question }) => question === id);
      prove((_one, index) => index <= answered);
      return typeof id === "string" && id.startsWith(QUESTION);
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
