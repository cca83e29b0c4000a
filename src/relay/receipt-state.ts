import type { Progress } from "#agent-cli/observer.ts";
import type { Recollection } from "./recall.ts";
import type { ToolResult } from "./tool.ts";

export type After = NonNullable<ToolResult<unknown>["after"]>;

/** Progress of an agent at one moment; `silent` if its CLI reports nothing. */
export type SeenProgress = Progress | "silent";

export interface Given {
  after: After;
  /** The agent's progress at the time of the answer; undefined if it could not be read. */
  seen: SeenProgress | undefined;
  /** The agent CLI's id of the call, if it sent one. */
  call?: string | undefined;
}

export interface Handed extends Given {
  id: unknown;
  question: string;
  /** The client has read the answer, which does not prove that its model gets it. */
  isTaken: boolean;
}

export interface ReceiptState {
  /** Answers that are not written yet, by the id of the call. */
  awaited: ReadonlyMap<unknown, Given>;
  /** Answers that the kernel has taken, oldest first. */
  handed: readonly Handed[];
  /** After a report of hooks, `silent` means that the files were cleared for another agent. */
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
  /** The client has read its answers up to the question, or all of them without one. */
  | { what: "taken"; question?: string }
  /** `known` are the questions of the answers from before the reading of the progress. */
  | { what: "seen"; now: SeenProgress | undefined; known: ReadonlySet<string> }
  /** `found` is keyed by question. */
  | { what: "recalled"; found: ReadonlyMap<string, Recollection> }
  | { what: "ended" };

/** An acknowledgement or a release that is due. */
export interface Settlement {
  after: After;
  move: keyof After;
}
