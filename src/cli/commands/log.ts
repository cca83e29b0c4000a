import { findReader } from "#app/armies/find-session.ts";
import type { OpenArmy } from "#app/armies/open-army.ts";
import { type ArmyMail, armyMail, keptMessages } from "#app/mail/army-mail.ts";
import { defineCommand, jsonFlag, sessionFlag } from "#cli/frame/command.ts";
import type { Context } from "#cli/frame/context.ts";
import { type ExportFormat, exporter } from "#cli/render/mail-export.ts";
import { messageText } from "#cli/render/message-text.ts";
import { exitStatus, OvldError } from "#errors/ovld-error.ts";
import type { Message } from "#mail/message.ts";
import { holdsAll } from "#store/insight-search.ts";
import { recentIds } from "#store/recent-ids.ts";
import { momentOf } from "./since.ts";

export const log = defineCommand({
  flags: {
    follow: { type: "boolean" },
    role: { type: "string", value: "ROLE", candidates: "role" },
    since: { type: "string", value: "WHEN" },
    grep: { type: "string", value: "WORDS" },
    past: { type: "boolean" },
    export: { type: "string", value: "md|json", candidates: ["md", "json"] },
    ...sessionFlag,
    ...jsonFlag,
  },
  apart: [
    ["follow", "export"],
    ["json", "export"],
  ],
  examples: ["ovld log", "ovld log --role inferno", "ovld log --json", "ovld log --since 2h --grep login --export md"],
  async run(context, { flags }) {
    const { out, words } = context;
    const since = flags.since === undefined ? undefined : momentOf(flags.since, context.clock.now());
    const armies = await armyMail({ session: flags.session, past: flags.past }, context);
    const role = flags.role === undefined ? undefined : findReader(flags.role, { roles: rolesOf(armies) });
    const wanted = filter({ role, since, words: flags.grep?.split(/\s+/).filter(Boolean) ?? [] });
    const document = flags.export === undefined ? undefined : exporter(flags.export as ExportFormat, context);
    const until = flags.follow ? context.signal : undefined;
    const show = (message: Message, army: ArmyMail) => {
      if (document) document.message(message);
      else if (flags.json) out.jsonLine(message);
      else out.line(messageText(message, army, context));
    };
    let shown = 0;
    for (const army of armies) {
      document?.begin(army.name);
      for await (const message of messages(army, until, context)) {
        if (!wanted(message)) continue;
        show(message, army);
        shown++;
      }
    }
    if (until?.aborted) return exitStatus.cancelled;
    document?.end();
    if (shown === 0 && !document && !flags.json && !until) out.line(words.mail[whyNone(flags)]);
  },
});

function filter({ role, since, words }: { role?: string | undefined; since?: number | undefined; words: string[] }) {
  return ({ from, to, subject, body, timestamp }: Message): boolean =>
    (role === undefined || from === role || to === role) &&
    (since === undefined || Date.parse(timestamp) >= since) &&
    holdsAll(`${from}\n${to}\n${subject}\n${body}`, words);
}

function whyNone({ role, since, grep }: Readonly<Record<"role" | "since" | "grep", string | undefined>>) {
  return [role, since, grep].some((given) => given !== undefined) ? "noneMatch" : "logEmpty";
}

/** Stored messages; with a signal and a running army, also new ones. */
function messages(army: ArmyMail, until: AbortSignal | undefined, context: Context): AsyncIterable<Message> {
  const { current } = army;
  return until && current ? follow(current, until, context) : army.messages();
}

/** Each message once, until the signal aborts or the army is dismissed. */
async function* follow(current: OpenArmy, until: AbortSignal, context: Context): AsyncGenerator<Message> {
  const { mail } = current.store;
  const known = recentIds();
  try {
    for await (const _ of mail.watch({ signal: until }))
      for await (const message of mail.scroll({ after: known.bound, known })) {
        known.add(message.id);
        yield message;
      }
  } catch (error) {
    if (!OvldError.is(error, "store-missing")) throw error;
    for await (const message of keptMessages(current.entry, context)) if (!known.has(message.id)) yield message;
  }
}

function rolesOf(armies: readonly ArmyMail[]): ArmyMail["roles"] {
  return [...new Map(armies.flatMap(({ roles }) => roles.map((role) => [role.id, role] as const))).values()];
}
