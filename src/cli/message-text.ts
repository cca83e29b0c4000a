import { USER } from "#army/message.ts";
import { visibleLine, visibleText } from "#base/visible-text.ts";
import type { Message } from "#store/mail-store.ts";
import type { Roster } from "#store/relay-store.ts";
import type { Context } from "./context.ts";

/** A message for a person to read: a head line, then its body, indented; nothing in it reaches the terminal as a command. */
export function messageText(message: Message, roster: Roster, { words, out, lang }: Context): string {
  const { from, to, subject, body, priority, state, redelivered, timestamp, id } = message;
  const name = (role: string) => {
    const entry = roster.roles.find((other) => other.id === role);
    if (entry) return `${entry.icon} ${entry.name[lang]}`;
    return role === USER ? words.mail.user : visibleLine(role);
  };
  const marks = [
    priority === "urgent" && words.mail.urgent,
    redelivered && words.mail.redelivered,
    words.mail.states[state],
  ];
  const head = [
    out.paint("dim", localTime(timestamp)),
    `${name(from)} → ${name(to)}`,
    out.paint("bold", visibleLine(subject)),
    out.paint("dim", `[${marks.filter(Boolean).join(", ")}] ${id}`),
  ];
  const lines = visibleText(body).trimEnd().split("\n");
  return [head.join("  "), ...lines.map((line) => `    ${line}`)].join("\n");
}

export function localTime(timestamp: string): string {
  const at = new Date(timestamp);
  if (Number.isNaN(at.getTime())) return "?";
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19).replace("T", " ");
}
