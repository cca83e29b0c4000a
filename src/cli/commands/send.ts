import { findRole, openSession } from "#app/armies/find-session.ts";
import { agentAbove } from "#app/mail/agent-above.ts";
import { sendAsUser } from "#app/mail/send-as-user.ts";
import { defineCommand, jsonFlag, sessionFlag } from "#cli/frame/command.ts";
import type { Context } from "#cli/frame/context.ts";
import { errorText } from "#cli/frame/report-error.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { ErrorText } from "#i18n/error-text.ts";
import { MAX_BODY_BYTES } from "#mail/compose.ts";

export const send = defineCommand({
  flags: {
    subject: { type: "string", value: "TEXT" },
    urgent: { type: "boolean" },
    "as-user": { type: "boolean" },
    ...sessionFlag,
    ...jsonFlag,
  },
  arguments: [{ name: "role", candidates: "role" }, { name: "text" }],
  examples: ['ovld send overlord "Build a landing page"', "ovld send inferno - --subject Trace < trace.txt"],
  async run(context, { flags, arguments: { role, text } }) {
    const { out, words } = context;
    const agent = flags["as-user"] ? undefined : await agentAbove(context);
    if (agent !== undefined) throw new OvldError("send-by-agent", { role: agent });
    const session = await openSession(context, flags.session);
    const to = findRole(role, session.roster);
    const body = text === "-" ? await readInput(context) : text;
    const priority = flags.urgent ? "urgent" : "normal";
    const letter = { to, subject: flags.subject, body, priority } as const;
    let failure: ErrorText | undefined;
    const { message, delivery } = await sendAsUser(session, letter, context, (error) => {
      failure = errorText(error, words);
    });
    if (flags.json) return out.json({ id: message.id, to, ...delivery });
    if (delivery.state === "woken") return out.line(words.mail.woken(message.id, to, words.mail.ways[delivery.by]));
    out.line(words.mail.sent(message.id, to, delivery.notified ? words.mail.waits[delivery.why] : ""));
    if (delivery.notified) return;
    out.note(`ovld: ${words.mail.notNotified(failure?.message ?? words.mail.waits[delivery.why])}`);
    if (failure?.hint) out.note(`  ${failure.hint}`);
  },
});

/** Stops reading at the size limit. */
async function readInput({ input, signal }: Context): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of input(signal)) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new OvldError("body-too-long", { limit: MAX_BODY_BYTES });
  }
  if (signal.aborted) throw new OvldError("cancelled", {});
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw new OvldError("body-not-utf8", { cause: error });
  }
}
