import { ENOUGH_TEXT, isAcknowledgement } from "#mail/acknowledgement.ts";
import { bounce } from "#mail/bounce.ts";
import { tell } from "#mail/mailer.ts";
import type { SystemMailParts } from "#mail/system-mail.ts";
import type { Message, MessageId, Priority, RoleId } from "#store/mail-store.ts";
import type { RelayStore, Roster } from "#store/relay-store.ts";
import { isUnderWay, noteAfterRing } from "./message-state.ts";
import { afterRing, isDue, newRound } from "./ring-round.ts";
import { unreadNow } from "./unread-now.ts";

export interface SweepParts extends SystemMailParts {
  role: RoleId;
  store: Pick<RelayStore, "mail" | "pending">;
}

export interface Sweeper {
  /** Looks once at what the role has not read, and does what is due. Costs two listings when nothing is unread. */
  look(): Promise<void>;
}

/** Milliseconds between two looks. */
export const LOOK_EVERY = 3000;

/** Who stored a message rings as well; when it does not within this time, it has died in between. */
const OWN_RING = 2000;

/** An agent that seems gone once may only be on its way to a new conversation. */
export const SURELY_GONE = 2;

/** Milliseconds in which an agent that has just come back, or a machine that slept, may still read what is late. */
export const SECOND_CHANCE = 60_000;

/** Seconds that mail may stay unread, unless the session says otherwise. */
const DEADLINES: Readonly<Record<Priority, number>> = { normal: 600, urgent: 60 };

export function deadlineOf(priority: Priority, { settings }: Roster): number {
  return (settings.deadlines ?? DEADLINES)[priority] * 1000;
}

interface Known {
  message: Message;
  looks: number;
  /** It lay there before this process did: whoever reads here now has not been told of it. */
  isInherited: boolean;
}

/**
 * Level-triggered: what is unread is announced again until it is read or its time is over, whatever was missed before.
 */
export function sweeper(parts: SweepParts): Sweeper {
  const { role, store, roster, clock, ring } = parts;
  const known = new Map<MessageId, Known>();
  let round = newRound(true);

  /** What has no note yet is read again: its sender may be about to write one. */
  const refresh = async (unread: ReadonlySet<MessageId>): Promise<void> => {
    for (const id of known.keys()) if (!unread.has(id)) known.delete(id);
    const noted = [...known].filter(([, { message }]) => message.delivery).map(([id]) => id);
    for (const message of await store.mail.unread(role, { known: new Set(noted), maxText: ENOUGH_TEXT })) {
      if (message.id > round.newest) round = { ...round, newest: message.id, rings: 0 };
      const { looks = 0, isInherited = round.isFirst } = known.get(message.id) ?? {};
      known.set(message.id, { message, looks, isInherited });
    }
  };

  /** The army's watcher gives up on mail, too: what it noted of that is not noted over. */
  const current = (messages: readonly Message[]): Promise<Message[]> =>
    unreadNow(
      store.mail,
      role,
      messages.map(({ id }) => id),
    );

  /** How long it was seen here. */
  const seenFor = ({ id }: Message) => (known.get(id)?.looks ?? 0) * LOOK_EVERY;

  /** By looks as well: a clock that was set back would keep mail young. */
  const age = (message: Message) => Math.max(clock.now() - Date.parse(message.timestamp), seenFor(message));

  /** One that went ahead makes nothing late at once. */
  const isLate = (message: Message): boolean => {
    const deadline = deadlineOf(message.priority, roster);
    return age(message) >= deadline && seenFor(message) >= Math.min(deadline, SECOND_CHANCE);
  };

  const isGone = () => roster.settings.absent !== "wait" && round.gone >= SURELY_GONE;

  /** What went back to its sender while nobody was here to read it gets its time once more. */
  const isRevived = ({ message: { state, priority }, looks, isInherited }: Known): boolean =>
    isInherited && !isUnderWay(state) && !isGone() && looks * LOOK_EVERY < deadlineOf(priority, roster);

  const ringFor = async (messages: readonly Message[]): Promise<void> => {
    const newest = messages.findLast(({ priority }) => priority === "urgent") ?? messages.at(-1);
    if (!newest) return;
    await markAnew(messages, parts);
    const isPressing = (message: Message) =>
      isUnderWay(message.state) && age(message) >= deadlineOf(message.priority, roster) / 2;
    const insist = messages.some((message) => !isAcknowledgement(message) && isPressing(message));
    const { reason: _, ...outcome } = await tell(ring, newest, { insist });
    round = afterRing(round, outcome, clock.now());
    for (const message of await current(messages)) {
      const note = noteAfterRing(message, outcome, clock.now());
      if (note) await store.mail.note(role, message.id, note);
      const entry = known.get(message.id);
      if (entry) entry.message = note ? { ...message, state: note.state, delivery: note } : message;
    }
  };

  const giveUpOn = async (messages: readonly Message[]): Promise<void> => {
    const why = round.outcome?.state === "queued" ? round.outcome.why : undefined;
    await bounce({ role, ids: messages.map(({ id }) => id), why }, parts);
    for (const { id } of messages) known.delete(id);
    round = { ...round, gone: 0 };
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
      const underWay = [...known.values()].map(({ message }) => message).filter(({ state }) => isUnderWay(state));
      const lost = underWay.filter((message) => isGone() || isLate(message));
      if (lost.length > 0) await giveUpOn(lost);
      const open = [...known.values()]
        .filter((entry) => isUnderWay(entry.message.state) || isRevived(entry))
        .map(({ message }) => message);
      const isForgotten = open.some((message) => !message.delivery && age(message) >= OWN_RING);
      if (open.length > 0 && (round.isFirst || isForgotten || isDue(round, open, clock.now()))) await ringFor(open);
      round.isFirst = false;
      for (const entry of known.values()) entry.looks++;
    },
  };
}

/** The marks are derived: what a race or a crash left out of them is put in again. */
async function markAnew(messages: readonly Message[], { role, store }: SweepParts): Promise<void> {
  const mark = await store.pending.read(role);
  const marked = { normal: new Set(mark?.senders), urgent: new Set(mark?.urgent?.senders) };
  // The newest of each sender: a mark of an older one would go with the first reading of many.
  const newest = new Map<string, Message>();
  for (const message of messages)
    if (!marked[message.priority].has(message.from)) newest.set(`${message.priority} ${message.from}`, message);
  for (const message of newest.values()) await store.pending.mark(role, message);
}
