import { findRole, openSession } from "./find-session.ts";
import { messageText } from "./message-text.ts";
import { defineVerb, jsonFlag, sessionFlag } from "./verb.ts";

export const inbox = defineVerb({
  flags: { ...sessionFlag, ...jsonFlag },
  arguments: [{ name: "role", candidates: "role" }],
  examples: ["ovld inbox strategist", "ovld inbox storm --json"],
  async run(context, { flags, arguments: { role } }) {
    const { out, words } = context;
    const { store, roster } = await openSession(context, flags.session);
    const unread = await store.mail.unread(findRole(role, roster));
    if (flags.json) return out.json(unread);
    if (unread.length === 0) out.line(words.mail.inboxEmpty);
    for (const message of unread) out.line(messageText(message, roster, context));
  },
});
