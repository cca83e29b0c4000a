import { bounce } from "./bounce.ts";
import type { Message, MessageId, Priority, RoleId, WaitReason } from "./message.ts";
import type { Roster } from "./roster.ts";
import type { SystemMailParts } from "./system-mail.ts";

/** The unread mail of one role, as one process has seen it. */
export interface WaitingMail {
  role: RoleId;
  waiting: readonly Waiting[];
  /** Number of checks in a row that found no agent. */
  gone: number;
  /** Why the mail was not read. Without a reason, the newest note of each message is used. */
  why?: WaitReason | undefined;
}

export interface Waiting extends Pick<Message, "id" | "priority"> {
  /** Milliseconds since the message was sent. */
  age: number;
  /** Milliseconds since this process first saw the message. */
  seenFor: number;
}

/** Checks in a row. An agent that starts a new conversation can seem gone in one check. */
const SURELY_GONE = 2;

/** Milliseconds to read late mail after an agent came back or a machine resumed. */
const SECOND_CHANCE = 60_000;

/** Seconds that mail may stay unread, if the session sets no deadlines. */
const DEADLINES: Readonly<Record<Priority, number>> = { normal: 600, urgent: 60 };

/**
 * Returns mail to its senders: all mail when the agent is gone, else late mail. The recipient's relay and the army's
 * watcher both use this rule. Resolves with the messages given up on.
 */
export async function giveUp(mail: WaitingMail, parts: SystemMailParts): Promise<readonly MessageId[]> {
  const lost = lostMail(mail, parts.roster);
  await bounce({ role: mail.role, ...lost }, parts);
  return lost.ids;
}

export function lostMail({ waiting, gone, why }: Omit<WaitingMail, "role">, roster: Roster) {
  const isGone = isSurelyGone(gone, roster);
  const ids = waiting.filter((one) => isGone || isLate(one, roster)).map(({ id }) => id);
  return { ids, why: isGone ? ("no-agent" as const) : why };
}

/** With `absent = wait`, mail to an agent that has ended waits for its deadline. */
export function isSurelyGone(gone: number, { settings }: Roster): boolean {
  return settings.absent !== "wait" && gone >= SURELY_GONE;
}

/** In milliseconds. */
export function deadlineOf(priority: Priority, { settings }: Roster): number {
  return (settings.deadlines ?? DEADLINES)[priority] * 1000;
}

/**
 * Milliseconds from the first check that found a message until it is late. Old mail must also have been seen for a while, so
 * that a clock that jumps ahead makes no mail late at once.
 */
export function lateAfter({ priority, age }: Pick<Waiting, "priority" | "age">, roster: Roster): number {
  const deadline = deadlineOf(priority, roster);
  return Math.max(deadline - age, Math.min(deadline, SECOND_CHANCE));
}

function isLate({ priority, age, seenFor }: Waiting, roster: Roster): boolean {
  return seenFor >= lateAfter({ priority, age: age - seenFor }, roster);
}
