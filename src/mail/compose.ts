import { OvldError } from "#errors/ovld-error.ts";
import { type Message, type MessageId, type Priority, type RoleId, SYSTEM, USER } from "./message.ts";
import type { Roster } from "./roster.ts";

export const MAX_SUBJECT_CHARACTERS = 200;
export const MAX_BODY_BYTES = 256 * 1024;
const HAS_TEXT = /\S/;

export interface Draft {
  from: RoleId;
  to: RoleId;
  subject: string;
  body: string;
  priority?: Priority | undefined;
  parent?: Message | undefined;
  /** Number of quick answers in a row up to this message. */
  hops?: number | undefined;
  /** The thread to join when no single message caused this one. */
  thread?: MessageId | undefined;
}

/** A message of a person to a role. */
export interface Letter {
  to: RoleId;
  /** Without a subject, the first words of the text. */
  subject?: string | undefined;
  body: string;
  priority?: Priority | undefined;
}

/** Throws if the draft breaks a rule. */
export function compose(draft: Draft, roster: Roster, id: MessageId, now: number): Message {
  if (!(draft.from === SYSTEM && draft.to === USER)) requireRole(draft.to, roster);
  const characters = [...draft.subject].length;
  if (characters > MAX_SUBJECT_CHARACTERS)
    throw new OvldError("subject-too-long", { characters, limit: MAX_SUBJECT_CHARACTERS });
  if (!HAS_TEXT.test(draft.body)) throw new OvldError("body-empty", {});
  const bytes = new TextEncoder().encode(draft.body).length;
  if (bytes > MAX_BODY_BYTES) throw new OvldError("body-too-long", { limit: MAX_BODY_BYTES });
  return {
    id,
    from: draft.from,
    to: draft.to,
    subject: draft.subject,
    body: draft.body,
    priority: draft.priority ?? "normal",
    timestamp: new Date(now).toISOString(),
    thread: draft.parent?.thread ?? draft.thread ?? id,
    ...(draft.parent && { parent: draft.parent.id }),
    ...(draft.hops !== undefined && { hops: draft.hops }),
    state: "queued",
  };
}

export function requireRole(role: RoleId, roster: Roster): void {
  const known = roster.roles.map((entry) => entry.id);
  if (!known.includes(role)) throw new OvldError("role-unknown", { role, known });
}
