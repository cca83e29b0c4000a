import type { Clock } from "#base/clock.ts";
import { type Message, type MessageId, type RoleId, SYSTEM } from "#store/mail-store.ts";
import type { RelayStore, Roster } from "#store/relay-store.ts";
import { type Ring, tell } from "./deliver.ts";
import { compose } from "./message.ts";
import { noteAfterRing } from "./message-state.ts";

export interface SystemMailParts {
  store: Pick<RelayStore, "mail">;
  roster: Roster;
  clock: Clock;
  ring: Ring;
}

export interface SystemLetter {
  /** The same for the same news: a second put of it changes nothing. */
  id: MessageId;
  to: RoleId;
  subject: string;
  body: string;
  parent?: Message | undefined;
}

/** A message that ovld itself writes: stored, then announced. */
export async function sendFromSystem(
  letter: SystemLetter,
  { store, roster, clock, ring }: SystemMailParts,
): Promise<void> {
  const { id, to, parent } = letter;
  const message = compose({ from: SYSTEM, hops: parent?.hops, ...letter }, roster, id, clock.now());
  await store.mail.put(message);
  const { reason: _, ...outcome } = await tell(ring, message);
  const note = noteAfterRing(message, outcome, clock.now());
  if (note) await store.mail.note(to, id, note);
}
