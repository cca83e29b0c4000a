import { courier } from "#army/deliver.ts";
import { MAX_BODY_BYTES } from "#army/message.ts";
import { OvldError } from "#base/errors.ts";
import { visibleLine } from "#base/visible-text.ts";
import { USER } from "#store/mail-store.ts";
import type { Context } from "./context.ts";
import { findRole, openSession } from "./find-session.ts";
import { openBell } from "./open-bell.ts";
import { defineVerb, jsonFlag, sessionFlag } from "./verb.ts";

const SUBJECT_FROM_TEXT = 60;

export const send = defineVerb({
  flags: { subject: { type: "string", value: "TEXT" }, urgent: { type: "boolean" }, ...sessionFlag, ...jsonFlag },
  arguments: [{ name: "role", candidates: "role" }, { name: "text" }],
  examples: ['ovld send overlord "Build a landing page"', "ovld send inferno - --subject Trace < trace.txt"],
  async run(context, { flags, arguments: { role, text } }) {
    const { out, words, clock } = context;
    const session = await openSession(context, flags.session);
    const { store, roster } = session;
    const to = findRole(role, roster);
    const body = text === "-" ? await readInput(context) : text;
    const mail = courier({ store, roster, clock, ring: await openBell(session, context) });
    const priority = flags.urgent ? "urgent" : "normal";
    const { message, delivery } = await mail.send({
      from: USER,
      to,
      subject: flags.subject ?? subjectOf(body),
      body,
      priority,
    });
    if (flags.json) return out.json({ id: message.id, to, ...delivery });
    if (delivery.state === "woken") return out.line(words.mail.woken(message.id, to, words.mail.ways[delivery.by]));
    out.line(words.mail.sent(message.id, to, delivery.notified ? words.mail.waits[delivery.why] : ""));
    if (!delivery.notified)
      out.note(`ovld: ${words.mail.notNotified(delivery.reason ?? words.mail.waits[delivery.why])}`);
  },
});

/** The first words of a text, for whoever did not think of a subject. */
export function subjectOf(body: string): string {
  const characters = [...visibleLine(body.trim().split("\n")[0] ?? "")];
  return characters.length > SUBJECT_FROM_TEXT
    ? `${characters.slice(0, SUBJECT_FROM_TEXT - 1).join("")}…`
    : characters.join("");
}

/** Reads no more than could be sent. */
async function readInput({ input, signal }: Context): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of input(signal)) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new OvldError("body-too-long", { bytes, limit: MAX_BODY_BYTES });
  }
  if (signal.aborted) throw new OvldError("cancelled", {});
  return new TextDecoder().decode(Buffer.concat(chunks));
}
