import type { Broadcast } from "#mail/mailer.ts";
import { deliveryData, deliverySchema, describeDelivery } from "#relay/delivery.ts";
import { schema } from "#relay/schema.ts";
import { tool } from "#relay/tool.ts";

export const broadcast = tool({
  name: "broadcast",
  title: "Send a message to every other role",
  description: `Send the same message to every other role of your army. It interrupts all of them. Use it only for what every role must know, such as a change of plan. For one role use send_message.
Returns the cost, the message id and the notification of each role, and the roles it could not be sent to, with the reason. It is an error only if no role was notified; stored messages are kept and announced later: do not send them again.
Example: {"subject": "freeze", "body": "No more changes to the API until I say so.", "priority": "urgent"}`,
  input: schema.input({
    subject: schema.text({ description: "One line of at most 200 characters." }),
    body: schema.text({
      description: "At most 256 KiB of text. For more, write a file and send its path.",
    }),
    priority: schema.oneOf(["normal", "urgent"], {
      default: "normal",
      description: "urgent only if every role must stop and read it now.",
    }),
  }),
  output: schema.output({
    from: schema.text(),
    thread: schema.optional(schema.text()),
    sent: schema.list(schema.output({ to: schema.text(), id: schema.text(), delivery: deliverySchema })),
    failed: schema.list(schema.output({ to: schema.text(), reason: schema.text() })),
    beyond: schema.list(schema.text(), { description: "Roles left out, because you may not write to them." }),
    cost: schema.output({
      woken: schema.integer({ description: "How many roles were interrupted." }),
      queued: schema.integer({ description: "How many are notified as soon as possible." }),
      hops: schema.integer({ description: "How many quick answers in a row led to this message." }),
      allowance: schema.optional(
        schema.integer({ description: "How many more messages you may exchange with each role within this minute." }),
      ),
    }),
  }),
  annotations: { readOnlyHint: false, idempotentHint: false, destructiveHint: false, openWorldHint: false },
  reachesOthers: true,
  async run({ subject, body, priority }, { role, mailer }) {
    const result = await mailer.broadcast({ from: role, subject, body, priority });
    const { thread, sent, failed, beyond = [] } = result;
    const cost = costOf(result);
    return {
      text: [
        headline(result),
        describeCost(cost),
        ...sent.map(({ message, delivery }) => `${message.to}: ${message.id}, ${describeDelivery(delivery)}`),
        ...failed.map(({ to, reason }) => `${to}: NOT sent (${reason})`),
        ...(beyond.length > 0 ? [`Left out, because you may not write to them: ${beyond.join(", ")}.`] : []),
      ].join("\n"),
      data: {
        from: role,
        ...(thread && { thread }),
        sent: sent.map(({ message, delivery }) => ({
          to: message.to,
          id: message.id,
          delivery: deliveryData(delivery),
        })),
        failed,
        beyond,
        cost,
      },
      isError: isLost(result),
    };
  },
});

/** After an error the model would send again, and double the mail of each role that has it. */
function isLost({ sent, failed }: Broadcast): boolean {
  return sent.length + failed.length > 0 && sent.every(({ delivery }) => !delivery.notified);
}

function headline(result: Broadcast): string {
  const { sent, failed } = result;
  const count = `${sent.length} of ${sent.length + failed.length} roles`;
  const notNotified = sent.filter(({ delivery }) => !delivery.notified).length;
  if (sent.length > 0 && isLost(result))
    return `Stored for ${count}; do not send it again. None of them can be notified now.`;
  return notNotified === 0
    ? `Sent to ${count}.`
    : `Sent to ${count}; do not send it again. Not notified yet: ${notNotified}.`;
}

function costOf({ sent, allowance }: Broadcast) {
  const woken = sent.filter(({ delivery }) => delivery.state === "woken").length;
  const hops = sent[0]?.message.hops ?? 0;
  return { woken, queued: sent.length - woken, hops, ...(allowance !== undefined && { allowance }) };
}

function describeCost({ woken, queued, hops, allowance }: ReturnType<typeof costOf>): string {
  const left = allowance === undefined ? "" : `; each of them may get ${allowance} more within this minute`;
  return `Cost: ${woken} woken, ${queued} queued, hop ${hops} of its chain${left}.`;
}
