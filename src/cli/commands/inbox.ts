import { findReader, openSession } from "#app/armies/find-session.ts";
import { defineCommand, jsonFlag, sessionFlag } from "#cli/frame/command.ts";
import { messageText } from "#cli/render/message-text.ts";
import { type Message, USER } from "#mail/message.ts";
import type { MailStore } from "#store/mail-store.ts";

export const inbox = defineCommand({
  flags: { ...sessionFlag, ...jsonFlag },
  arguments: [{ name: "role", optional: true, candidates: "role" }],
  examples: ["ovld inbox", "ovld inbox strategist", "ovld inbox storm --json"],
  async run(context, { flags, arguments: { role = USER } }) {
    const { out, words } = context;
    const { store, roster } = await openSession(context, flags.session);
    const reader = findReader(role, roster);
    const { messages, acknowledge } = await read(reader, store.mail);
    if (flags.json) out.json(messages);
    else if (messages.length === 0) out.line(words.mail.inboxEmpty);
    else for (const message of messages) out.line(messageText(message, roster, context));
    await acknowledge();
  },
});

/** Only the user's own mail is marked as read; a role's mail stays unread. */
async function read(reader: string, mail: MailStore): Promise<{ messages: Message[]; acknowledge(): Promise<void> }> {
  if (reader === USER) return mail.take(USER);
  return { messages: await mail.unread(reader), acknowledge: async () => {} };
}
