import { visibleLine, visibleText } from "#base/visible-text.ts";
import type { Context } from "#cli/frame/context.ts";
import { type Message, SYSTEM, USER } from "#mail/message.ts";
import type { Roster } from "#mail/roster.ts";

/** A head line, then the indented body. Escape sequences in a message never reach the terminal. */
export function messageText(message: Message, roster: Pick<Roster, "roles">, context: Context): string {
  const { words, out } = context;
  const { from, to, subject, body, priority, redelivered, timestamp, id } = message;
  const marks = [
    priority === "urgent" && words.mail.urgent,
    redelivered && words.mail.redelivered,
    stateText(message, words),
  ];
  const head = [
    out.paint("dim", localTime(timestamp)),
    `${nameIn(roster, from, context)} → ${nameIn(roster, to, context)}`,
    out.paint("bold", visibleLine(subject)),
    out.paint("dim", `[${marks.filter(Boolean).join(", ")}] ${id}`),
  ];
  const lines = visibleText(body).trimEnd().split("\n");
  return [head.join("  "), ...lines.map((line) => `    ${line}`)].join("\n");
}

/** Name of a sender or recipient: a role, the user, or ovld itself. */
export function nameIn(
  { roles }: Pick<Roster, "roles">,
  role: string,
  { words, lang }: Pick<Context, "words" | "lang">,
): string {
  const entry = roles.find(({ id }) => id === role);
  if (entry) return visibleLine(`${entry.icon} ${entry.name[lang]}`);
  if (role === USER) return words.mail.user;
  return role === SYSTEM ? words.mail.system : visibleLine(role);
}

/** `queued (busy)`, `woken by hook`, `returned, not read (no agent)` */
function stateText({ state, delivery }: Message, { mail, status }: Context["words"]): string {
  const why = delivery?.why && mail.waits[delivery.why];
  const way = delivery?.by && mail.ways[delivery.by];
  const far = way ? mail.stateBy(mail.states[state], way) : mail.states[state];
  return why ? status.aside(far, why) : far;
}

export function localTime(timestamp: string): string {
  const at = new Date(timestamp);
  if (Number.isNaN(at.getTime())) return "?";
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19).replace("T", " ");
}
