import type { Message, RoleId } from "#mail/message.ts";
import type { MailDigest } from "#store/mail-store.ts";
import { mailTo, readersOf, type Stored, type StoreMemory } from "./store-memory.ts";

/** Oldest first. */
export function allMail(memory: StoreMemory): Stored[] {
  return readersOf(memory)
    .flatMap((reader) => mailTo(memory, reader))
    .sort(byId);
}

/** Oldest first. */
export function inInbox(memory: StoreMemory, role: RoleId): Stored[] {
  return mailTo(memory, role)
    .filter(({ location }) => location === "inbox")
    .sort(byId);
}

export function digest(memory: StoreMemory, most: number): MailDigest {
  const heads = (mail: Stored[]) => mail.map(shown).map(({ body: _, ...head }) => head);
  const unread = readersOf(memory).flatMap((role) => {
    const waiting = inInbox(memory, role);
    return heads(waiting.slice(0, 1)).map((oldest) => ({ role, count: waiting.length, oldest }));
  });
  return { newest: most === 0 ? [] : heads(allMail(memory).slice(-most)), unread };
}

export function sizeOf({ message }: Stored): number {
  return Buffer.byteLength(JSON.stringify(message));
}

const states = { claimed: "read", archive: "acked" } as const;

export function shown({ message, location, again, note }: Stored): Message {
  if (location !== "inbox") return { ...message, state: states[location], ...(again && { redelivered: true }) };
  return {
    ...message,
    state: note?.state ?? "queued",
    ...(note && { delivery: { ...note } }),
    ...(again && { redelivered: true }),
  };
}

function byId(a: Stored, b: Stored): number {
  return a.message.id < b.message.id ? -1 : 1;
}
