import { hierarchy } from "./army-text.ts";
import type { Context } from "./context.ts";
import { type OpenSession, openSession } from "./find-session.ts";
import { messageText } from "./message-text.ts";
import { readRitualProgress } from "./ritual-progress.ts";
import { defineVerb, sessionFlag } from "./verb.ts";

const NEWEST = 8;
const CLEAR = "\u001b[2J\u001b[H";

export const dashboard = defineVerb({
  flags: { ...sessionFlag },
  examples: ["ovld dashboard"],
  async run(context, { flags }) {
    const { out, signal, onTerminal } = context;
    const session = await openSession(context, flags.session);
    if (!onTerminal()) return out.line(await picture(session, context));
    for await (const _ of session.store.mail.watch({ signal })) out.line(`${CLEAR}${await picture(session, context)}`);
  },
});

async function picture({ entry, store, roster }: OpenSession, context: Context): Promise<string> {
  const { out, words } = context;
  const statuses = await store.status.all();
  const rituals = await readRitualProgress(entry.name, context);
  const waiting = await Promise.all(
    roster.roles.map(async ({ id, icon }) => ({ icon, id, unread: await store.mail.countUnread(id) })),
  );
  const unread = waiting
    .filter((role) => role.unread > 0)
    .map(({ icon, id, unread: n }) => `${icon} ${id}: ${words.status.unread(n)}`);
  const newest = (await store.mail.history()).slice(-NEWEST);
  return [
    out.paint("bold", entry.name),
    "",
    ...hierarchy(roster, statuses, rituals, context),
    "",
    unread.join("   ") || words.mail.inboxEmpty,
    "",
    ...newest.map((message) => messageText({ ...message, body: "" }, roster, context).trimEnd()),
  ].join("\n");
}
