import type { Message, RoleId } from "#mail/message.ts";
import type { MailDigest } from "#store/mail-store.ts";
import { mailTo, readersOf, type Stored, type World } from "./world.ts";

/** Oldest first. */
export function allMail(world: World): Stored[] {
  return readersOf(world)
    .flatMap((reader) => mailTo(world, reader))
    .sort(byId);
}

/** Oldest first. */
export function inInbox(world: World, role: RoleId): Stored[] {
  return mailTo(world, role)
    .filter(({ place }) => place === "inbox")
    .sort(byId);
}

export function digest(world: World, most: number): MailDigest {
  const heads = (mail: Stored[]) => mail.map(shown).map(({ body: _, ...head }) => head);
  const unread = readersOf(world).flatMap((role) => {
    const waiting = inInbox(world, role);
    return heads(waiting.slice(0, 1)).map((oldest) => ({ role, count: waiting.length, oldest }));
  });
  return { newest: most === 0 ? [] : heads(allMail(world).slice(-most)), unread };
}

export function sizeOf({ message }: Stored): number {
  return Buffer.byteLength(JSON.stringify(message));
}

const states = { claimed: "read", archive: "acked" } as const;

export function shown({ message, place, again, note }: Stored): Message {
  if (place !== "inbox") return { ...message, state: states[place], ...(again && { redelivered: true }) };
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
