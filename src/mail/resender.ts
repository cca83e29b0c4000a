import type { RelayStore } from "#store/relay-store.ts";
import { ENOUGH_TEXT, isAcknowledgement } from "./acknowledgement.ts";
import { deadlineOf, giveUp, isSurelyGone } from "./give-up.ts";
import type { Message, MessageId, RoleId } from "./message.ts";
import { isUnderWay, noteAfterNotify } from "./message-state.ts";
import { notify } from "./notify.ts";
import { afterNotify, isDue, newRound } from "./notify-round.ts";
import type { Roster } from "./roster.ts";
import type { SystemMailParts } from "./system-mail.ts";

export interface ResenderParts extends SystemMailParts {
  role: RoleId;
  store: Pick<RelayStore, "mail" | "pending">;
}

export interface Resender {
  /** Checks the role's unread mail once. Costs two listings if nothing is unread. */
  look(): Promise<void>;
}

/** Milliseconds between two checks. */
export const LOOK_EVERY = 3000;

/** Milliseconds. A sender that has not notified by then has died after storing the message. */
const SENDER_NOTIFIES_WITHIN = 2000;

interface Known {
  message: Message;
  looks: number;
  /** The message is older than this process, so the current agent was not notified of it. */
  isInherited: boolean;
}

/** Runs in the recipient's relay. Notifies again of all unread mail until it is read or given up on. */
export function resender(parts: ResenderParts): Resender {
  const { role, store, roster, clock, notifier } = parts;
  const known = new Map<MessageId, Known>();
  let round = newRound(true);

  /** Mail without a note is read again, because its sender may be about to write one. */
  const refresh = async (unread: ReadonlySet<MessageId>): Promise<void> => {
    for (const id of known.keys()) if (!unread.has(id)) known.delete(id);
    const noted = [...known].filter(([, { message }]) => message.delivery).map(([id]) => id);
    for (const message of await store.mail.unread(role, { known: new Set(noted), maxText: ENOUGH_TEXT })) {
      if (message.id > round.newest) round = { ...round, newest: message.id, attempts: 0 };
      const { looks = 0, isInherited = round.isFirst } = known.get(message.id) ?? {};
      known.set(message.id, { message, looks, isInherited });
    }
  };

  /** Read again, because a note of the army's watcher on mail given up on must stay. */
  const current = (open: readonly Known[]): Promise<Message[]> =>
    store.mail.unread(role, { among: open.map(({ message }) => message.id), maxText: ENOUGH_TEXT });

  const notifyOf = async (open: readonly Known[]): Promise<void> => {
    const messages = open.map(({ message }) => message);
    const newest = messages.findLast(({ priority }) => priority === "urgent") ?? messages.at(-1);
    if (!newest) return;
    await restoreMarks(messages, parts);
    const insist = open.some((entry) => isPressing(entry, clock.now(), roster));
    const { reason: _, ...outcome } = await notify(notifier, newest, { insist });
    round = afterNotify(round, outcome, clock.now());
    for (const message of await current(open)) {
      const note = noteAfterNotify(message, outcome, clock.now());
      if (note) await store.mail.note(role, message.id, note);
      const entry = known.get(message.id);
      if (entry) entry.message = note ? { ...message, state: note.state, delivery: note } : message;
    }
  };

  const giveUpOnLost = async (): Promise<void> => {
    const waiting = [...known.values()].filter(({ message }) => isUnderWay(message.state));
    const why = round.outcome?.state === "queued" ? round.outcome.why : undefined;
    const ids = await giveUp(
      { role, waiting: waiting.map((entry) => waitingOf(entry, clock.now())), gone: round.gone, why },
      parts,
    );
    for (const id of ids) known.delete(id);
    if (ids.length > 0) round = { ...round, gone: 0 };
  };

  return {
    async look() {
      const unread = new Set(await store.mail.unreadIds(role));
      if (unread.size === 0) {
        known.clear();
        round = newRound(false);
        return;
      }
      await refresh(unread);
      await giveUpOnLost();
      const open = [...known.values()].filter((entry) => isOpen(entry, round.gone, roster));
      const isForgotten = open.some((entry) => isUnannounced(entry, clock.now()));
      const messages = open.map(({ message }) => message);
      if (open.length > 0 && (round.isFirst || isForgotten || isDue(round, messages, clock.now())))
        await notifyOf(open);
      round.isFirst = false;
      for (const entry of known.values()) entry.looks++;
    },
  };
}

/** Counted in checks, not by a clock: a machine that slept has given the agent no time to read. */
function seenFor({ looks }: Known): number {
  return looks * LOOK_EVERY;
}

/** At least the time since the message was first seen: a clock that was set back would keep it young. */
function ageOf(entry: Known, now: number): number {
  return Math.max(now - Date.parse(entry.message.timestamp), seenFor(entry));
}

function waitingOf(entry: Known, now: number) {
  const { id, priority } = entry.message;
  return { id, priority, age: ageOf(entry, now), seenFor: seenFor(entry) };
}

function isOpen(entry: Known, gone: number, roster: Roster): boolean {
  return isUnderWay(entry.message.state) || isRevived(entry, gone, roster);
}

/** Mail that was returned before this agent came gets its deadline once more. */
function isRevived({ message, looks, isInherited }: Known, gone: number, roster: Roster): boolean {
  const isInTime = looks * LOOK_EVERY < deadlineOf(message.priority, roster);
  return isInherited && !isUnderWay(message.state) && !isSurelyGone(gone, roster) && isInTime;
}

function isUnannounced(entry: Known, now: number): boolean {
  return !entry.message.delivery && ageOf(entry, now) >= SENDER_NOTIFIES_WITHIN;
}

/** Past half of the deadline. Acknowledgements never insist. */
function isPressing(entry: Known, now: number, roster: Roster): boolean {
  const { message } = entry;
  if (!isUnderWay(message.state) || isAcknowledgement(message)) return false;
  return ageOf(entry, now) >= deadlineOf(message.priority, roster) / 2;
}

/** Marks can be derived from the inbox, so one that a race or a crash lost is set again. */
async function restoreMarks(messages: readonly Message[], { role, store }: ResenderParts): Promise<void> {
  const mark = await store.pending.read(role);
  const marked = { normal: new Set(mark?.senders), urgent: new Set(mark?.urgent?.senders) };
  // The newest of each sender: the first of several readings would remove a mark of an older one.
  const newest = new Map<string, Message>();
  for (const message of messages)
    if (!marked[message.priority].has(message.from)) newest.set(`${message.priority} ${message.from}`, message);
  for (const message of newest.values()) await store.pending.mark(role, message);
}
