import type { Progress } from "#agent-cli/agent-cli.ts";
import type { Recollection } from "./recall.ts";
import type { ToolResult } from "./tool.ts";

export type After = NonNullable<ToolResult<unknown>["after"]>;

/** What is seen of an agent at one moment; `silent` where nothing tells of it. */
export type Sight = Progress | "silent";

/** What an agent CLI was given and has not been seen to have. */
export interface Receipts {
  /**
   * The answer to call `id`, which is not written yet, counts only once it is proved to have arrived. `seen` is its agent now,
   * undefined where it could not be looked at; `call` is the agent's own name of the call, where it told one.
   */
  await(id: unknown, given: Pick<Handed, "after" | "seen" | "call">): void;
  /** Nobody will get the answer to call `id`. */
  lose(id: unknown): void;
  /** The system has the whole answer to call `id`. Returns a question whose answer proves that the CLI has it, too. */
  written(id: unknown): object | undefined;
  /** A message came in; true when it answers a question of ours, and is for nobody else. */
  heard(message: object): boolean;
  /** Looks at the agent, and settles what that proves or refutes. */
  check(): Promise<void>;
  /** Nothing that comes from now on proves anything: what is not proved goes back. */
  end(): void;
}

export interface ReceiptParts {
  /** Undefined where what is seen is another agent's. */
  look(): Promise<Sight | undefined>;
  /** Whether the agent would remember the answer to this call, should it be killed now. */
  recall(call: string | undefined): Promise<Recollection>;
  /** Sees to it that a receipt is written before the relay ends, and notes when it cannot be. */
  settle(work: Promise<void>): void;
}

interface Handed {
  id: unknown;
  after: After;
  seen: Sight | undefined;
  call?: string | undefined;
  question: string;
  /** The client has it, which does not say that its model will be told. */
  isTaken: boolean;
}

type Outcome = keyof After;

const QUESTION = "ovld-receipt-";

/** When the first is over the model is about to be told what it brought; the second is asked for by a model that was. */
const STEPS_THAT_PROVE = 2;

/**
 * Proof is that the conversation goes on, by a later step or the end of the turn, and that the agent has written it down. A client
 * that only has the mail may be killed before it is in the conversation, and one whose model was told before that is on its disk.
 * Where nobody tells of steps, that the client has it must do: it answers a `ping` behind the mail, or asks anything else; a
 * client reads line by line. `docs/decisions/0008-what-a-receipt-proves.md` has more.
 */
export function receipts({ look, recall, settle }: ReceiptParts): Receipts {
  const awaited = new Map<unknown, Pick<Handed, "after" | "seen" | "call">>();
  let handed: Handed[] = [];
  const { write, writeAgain } = patientWriter(settle);
  /** An agent whose hooks have spoken is never without hooks again: its place may only be made ready for another. */
  let hasSpoken = false;
  let hasHandshake = false;
  let isEnded = false;
  let asked = 0;

  const trusted = (seen: Sight | undefined): Sight | undefined => {
    hasSpoken ||= isTold(seen);
    return seen === "silent" && hasSpoken ? undefined : seen;
  };

  const decide = (outcome: Outcome, isDecided: (one: Handed) => boolean): void => {
    const decided = handed.filter(isDecided);
    handed = handed.filter((one) => !decided.includes(one));
    for (const { after } of decided) write(after, outcome);
  };

  /** The client has all that was handed to it until now, up to this question where there is one. */
  const taken = (question?: unknown): void => {
    const last = question === undefined ? handed.length - 1 : handed.findIndex((one) => one.question === question);
    for (const one of handed.slice(0, last + 1)) one.isTaken = true;
    decide("sent", ({ isTaken, seen }) => isTaken && seen === "silent");
  };

  const lose = (id: unknown): void => {
    const lost = awaited.get(id);
    awaited.delete(id);
    if (lost) write(lost.after, "lost");
    decide("lost", (one) => one.id === id);
  };

  return {
    await(id, given) {
      if (isEnded) write(given.after, "lost");
      else awaited.set(id, { ...given, seen: trusted(given.seen) });
    },
    lose,
    written(id) {
      const given = awaited.get(id);
      awaited.delete(id);
      if (!given) return undefined;
      const question = `${QUESTION}${++asked}`;
      handed.push({ ...given, id, question, isTaken: false });
      return hasHandshake ? { jsonrpc: "2.0", id: question, method: "ping" } : undefined;
    },
    heard(message) {
      const { id, method, params } = message as { id?: unknown; method?: unknown; params?: { requestId?: unknown } };
      if (method !== undefined) {
        if (method === "initialize") hasHandshake = true;
        // Also of a call that was answered already: whoever cancels takes no answer any more.
        if (method === "notifications/cancelled") lose(params?.requestId);
        if (id !== undefined) taken();
        return false;
      }
      const isOurs = typeof id === "string" && id.startsWith(QUESTION);
      if (isOurs) taken(id);
      return isOurs;
    },
    async check() {
      writeAgain();
      // What is handed over while we look is younger than what we see.
      const known = new Set(handed);
      if (known.size === 0 && hasSpoken) return;
      const now = trusted(await look());
      if (now === undefined) return;
      for (const one of known) one.seen ??= now;
      decide("lost", (one) => known.has(one) && hasLeft(one, now));
      const recalled = new Map<Handed, Recollection>();
      for (const one of known) if (hasGoneOn(one, now)) recalled.set(one, await recall(one.call));
      decide("lost", (one) => recalled.get(one) === "left out");
      decide("sent", (one) => recalled.get(one) === "kept");
    },
    end() {
      isEnded = true;
      const lost = [...handed, ...awaited.values()];
      handed = [];
      awaited.clear();
      writeAgain();
      for (const { after } of lost) write(after, "lost");
    },
  };
}

/** What was decided and cannot be written is kept: a disk that was full has room again. */
function patientWriter(settle: ReceiptParts["settle"]) {
  let unwritten: { after: After; outcome: Outcome }[] = [];
  const write = (after: After, outcome: Outcome): void =>
    settle(
      after[outcome]().catch((error: unknown) => {
        unwritten.push({ after, outcome });
        throw error;
      }),
    );
  const writeAgain = (): void => {
    const again = unwritten;
    unwritten = [];
    for (const { after, outcome } of again) write(after, outcome);
  };
  return { write, writeAgain };
}

/** It has begun or taken up another conversation, which does not have what the one before was given. */
function hasLeft({ seen }: Handed, now: Sight): boolean {
  if (!isTold(seen) || !isTold(now)) return false;
  const [before, after] = [seen.conversation, now.conversation];
  return before !== undefined && after !== undefined && before !== after;
}

function hasGoneOn({ seen, isTaken }: Handed, now: Sight): boolean {
  if (seen === "silent") return isTaken;
  return isTold(seen) && isTold(now) && now.steps >= seen.steps + STEPS_THAT_PROVE;
}

function isTold(sight: Sight | undefined): sight is Progress {
  return typeof sight === "object";
}
