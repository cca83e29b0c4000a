import type { Mood } from "#agent-cli/agent-cli.ts";
import type { ToolResult } from "./tool.ts";

export type After = NonNullable<ToolResult<unknown>["after"]>;

/** What is seen of an agent at one moment, and how many steps it has made. */
export interface Sight extends Mood {
  steps: number;
}

/** What an agent CLI was given and has not been seen to have. */
export interface Receipts {
  readonly isWaiting: boolean;
  /**
   * The answer to call `id`, which is not written yet, counts only once it is proved to have arrived. `seen` is its agent now,
   * undefined where it could not be looked at.
   */
  await(id: unknown, after: After, seen: Sight | undefined): void;
  /** Nobody will get the answer to call `id`. */
  lose(id: unknown): void;
  /** The system has the whole answer to call `id`. Returns a question whose answer proves that the CLI has it, too. */
  written(id: unknown): object | undefined;
  /** A message came in; true when it answers a question of ours, and is for nobody else. */
  heard(message: object): boolean;
  /** The agent calls, and looked like this before it is answered. A later step knows what those before it were given. */
  goesOn(now: Sight): void;
  /** The agent rests. That is the end of a turn for what it was given while it was seen otherwise. */
  rests(now: Mood): void;
  /** Nothing that comes from now on proves anything: what is not proved goes back. */
  end(): void;
}

interface Awaited {
  after: After;
  seen: Sight | undefined;
}

interface Handed extends Awaited {
  question: string;
}

const QUESTION = "ovld-receipt-";

/**
 * Proof is that the conversation goes on: a call in a later step, or the end of the turn. A client that only has the mail may be
 * killed before it is in the conversation. Where nobody would see the end of a turn, that the client has it must do: it answers a
 * `ping` behind the mail, or asks anything else; a client reads line by line. `docs/decisions/0008-what-a-receipt-proves.md` has more.
 */
export function receipts(settle: (work: Promise<void>) => void): Receipts {
  const awaited = new Map<unknown, Awaited>();
  let handed: Handed[] = [];
  let hasHandshake = false;
  let isEnded = false;
  let asked = 0;

  const collect = (id: unknown): Awaited | undefined => {
    const found = awaited.get(id);
    awaited.delete(id);
    return found;
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
    prove((one) => known.includes(one) && one.seen?.mood === "unknown");
  };

  return {
    get isWaiting() {
      return handed.length > 0;
    },
    await(id, after, seen) {
      if (isEnded) settle(after.lost());
      else awaited.set(id, { after, seen });
    },
    lose(id) {
      const lost = collect(id);
      if (lost) settle(lost.after.lost());
    },
    written(id) {
      const given = collect(id);
      if (!given) return undefined;
      const question = `${QUESTION}${++asked}`;
      handed.push({ ...given, question });
      return hasHandshake ? { jsonrpc: "2.0", id: question, method: "ping" } : undefined;
    },
    heard(message) {
      const { id, method } = message as { id?: unknown; method?: unknown };
      if (method !== undefined) {
        if (method === "initialize") hasHandshake = true;
        if (id !== undefined) arrived();
        return false;
      }
      const isOurs = typeof id === "string" && id.startsWith(QUESTION);
      if (isOurs) arrived(id);
      return isOurs;
    },
    goesOn(now) {
      prove(({ seen }) => seen === undefined || seen.steps !== now.steps);
    },
    rests(now) {
      // Not by the time of the writing: who is quick has ended its turn before whoever wrote looks at the clock.
      prove(({ seen }) => seen !== undefined && (seen.mood !== now.mood || seen.since !== now.since));
    },
    end() {
      isEnded = true;
      const lost = [...handed, ...awaited.values()];
      handed = [];
      awaited.clear();
      for (const { after } of lost) settle(after.lost());
    },
  };
}
