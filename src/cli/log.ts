import type { Message, MessageId } from "#store/mail-store.ts";
import { findReader, type OpenSession, openSession } from "./find-session.ts";
import { messageText } from "./message-text.ts";
import { defineVerb, jsonFlag, sessionFlag } from "./verb.ts";

export const log = defineVerb({
  flags: {
    follow: { type: "boolean" },
    role: { type: "string", value: "ROLE", candidates: "role" },
    ...sessionFlag,
    ...jsonFlag,
  },
  examples: ["ovld log", "ovld log --role inferno", "ovld log --json"],
  async run(context, { flags }) {
    const { out, words } = context;
    const session = await openSession(context, flags.session);
    const role = flags.role === undefined ? undefined : findReader(flags.role, session.roster);
    const isWanted = ({ from, to }: Message) => role === undefined || from === role || to === role;
    const show = (message: Message) =>
      flags.json ? out.jsonLine(message) : out.line(messageText(message, session.roster, context));
    let shown = 0;
    for await (const message of messages(session, flags.follow ? context.signal : undefined)) {
      if (!isWanted(message)) continue;
      show(message);
      shown++;
    }
    if (shown === 0 && !flags.json && !flags.follow) out.line(words.mail.logEmpty);
  },
});

/** The conversation so far; with a signal also what comes until it aborts, each message once. */
async function* messages({ store }: OpenSession, until: AbortSignal | undefined): AsyncGenerator<Message> {
  if (!until) return yield* await store.mail.history();
  const known = new Set<MessageId>();
  for await (const _ of store.mail.watch({ signal: until }))
    for (const message of await store.mail.history({ known })) {
      known.add(message.id);
      yield message;
    }
}
