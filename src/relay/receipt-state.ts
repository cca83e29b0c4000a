import type { Progress } from "#agent-cli/agent-cli.ts";
import type { Recollection } from "./recall.ts";
import type { ToolResult } from "./tool.ts";

export type After = NonNullable<ToolResult<unknown>["after"]>;

/** What is seen of an agent at one moment; `silent` where its CLI reports nothing. */
export type Sight = Progress | "silent";

export interface Given {
  after: After;
  /** The agent when it was answered; undefined where it could not be looked at. */
  seen: Sight | undefined;
  /** The agent's own name of the call, where it told one. */
  call?: string | undefined;
}

export interface Handed extends Given {
  id: unknown;
  question: string;
  /** The client has read it, which does not prove that its model gets it. */
  isTaken: boolean;
}

export interface ReceiptState {
  /** By the id of the call. The answer is not written yet. */
  awaited: ReadonlyMap<unknown, Given>;
  /** Answers that the kernel has taken, oldest first. */
  handed: readonly Handed[];
  /** Once hooks have reported, `silent` means that the place was made ready for another agent. */
  hasSpoken: boolean;
  hasHandshake: boolean;
  isEnded: boolean;
  asked: number;
}

export const noReceipts: ReceiptState = {
  ...{ awaited: new Map(), handed: [], hasSpoken: false, hasHandshake: false, isEnded: false, asked: 0 },
};

export type ReceiptEvent =
  | { what: "awaited"; id: unknown; given: Given }
  | { what: "written"; id: unknown }
  | { what: "cancelled"; id: unknown }
  | { what: "handshake" }
  /** The client has read what was handed to it: up to the question, or all of it. */
  | { what: "taken"; question?: string }
  /** `known` are the questions of what was handed over before the look. */
  | { what: "seen"; now: Sight | undefined; known: ReadonlySet<string> }
  /** By question. */
  | { what: "recalled"; found: ReadonlyMap<string, Recollection> }
  | { what: "ended" };

/** One of the reader's two moves, to be written. */
export interface Settlement {
  after: After;
  move: keyof After;
}
