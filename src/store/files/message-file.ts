import { parseJson } from "#base/parse-json.ts";
import type { Message, MessageId, RoleId } from "#mail/message.ts";
import { isMessageId } from "#mail/message-id.ts";
import { readPlainFile } from "./plain-file.ts";

/** A message, or the reason why the file contains none, or undefined if the file is missing. */
export type Found = { message: Message; bytes: number } | { damage: string } | undefined;

export const SUFFIX = ".json";

/** The six fields of the specification first, then the fields of the store; undefined fields are left out. */
export function encode({
  from,
  to,
  subject,
  body,
  priority,
  timestamp,
  id,
  thread,
  parent,
  hops,
  ...rest
}: Message): string {
  const redelivered = rest.redelivered || undefined;
  const state: Message["state"] = "queued";
  return JSON.stringify({ from, to, subject, body, priority, timestamp, id, thread, parent, hops, state, redelivered });
}

/** The message in `file`; its id and role must match the file's location. */
export function readMessage(file: string, location: { id: MessageId; to: RoleId }): Found {
  const content = readPlainFile(file);
  if (!content || "damage" in content) return content;
  const value = parseJson(content.text);
  if (!isMessage(value)) return { damage: "not a message" };
  if (value.id !== location.id || value.to !== location.to) return { damage: "not the message its name says" };
  return { message: value, bytes: content.bytes };
}

/** The id in a message file's name, or undefined for another name. */
export function idIn(name: string): MessageId | undefined {
  const id = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : undefined;
  return isMessageId(id) ? id : undefined;
}

export function isMessage(value: unknown): value is Message {
  if (typeof value !== "object" || value === null) return false;
  const message = value as Record<string, unknown>;
  const texts = ["from", "to", "subject", "body", "timestamp", "thread"];
  return (
    isMessageId(message.id) &&
    texts.every((field) => typeof message[field] === "string") &&
    (message.priority === "normal" || message.priority === "urgent") &&
    (message.parent === undefined || typeof message.parent === "string") &&
    (message.hops === undefined || typeof message.hops === "number")
  );
}
