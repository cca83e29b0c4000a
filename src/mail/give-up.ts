import { bounce } from "./bounce.ts";
import type { Message, MessageId, Priority, RoleId, WaitReason } from "./message.ts";
import type { Roster } from "./roster.ts";
import type { SystemMailParts } from "./system-mail.ts";

/** The mail of one role that is still to be read, as one process has seen it. */
export interface WaitingMail {
  role: RoleId;
  waiting: readonly Waiting[];
  /** How many looks in a row found no agent. */
  gone: number;
  /** Why it was not read. Without a reason, the newest note of each message tells. */
  why?: WaitReason | undefined;
}

export interface Waiting extends Pick<Message, "id" | "priority"> {
  /** Milliseconds since it was sent. */
  age: number;
  /** Milliseconds since this process saw it first. */
  seenFor: number;
}

/** An agent that seems gone once may only be on its way to a new conversation. */
const SURELY_GONE = 2;

/** Milliseconds in which an agent that has just come back, or a machine that slept, may still read late mail. */
const SECOND_CHANCE = 60_000;

/** Seconds that mail may stay unread, unless the session says otherwise. */
const DEADLINES: Readonly<Record<Priority, number>> = { normal: 600, urgent: 60 };

/**
 * Returns mail to its senders: all of it when the agent is gone, else what is late. Both the recipient's relay and the
 * army's watcher give up by this rule. Resolves with the messages given up on.
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

/** Old mail must also have been seen for a while: a clock that jumps ahead makes nothing late at once. */
function isLate({ priority, age, seenFor }: Waiting, roster: Roster): boolean {
  const deadline = deadlineOf(priority, roster);
  return age >= deadline && seenFor >= Math.min(deadline, SECOND_CHANCE);
}
