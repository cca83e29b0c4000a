import { deliveryData, deliverySchema, describeDelivery, describeNotNotified } from "#relay/delivery.ts";
import { schema } from "#relay/schema.ts";
import { tool } from "#relay/tool.ts";

export const sendMessage = tool({
  name: "send_message",
  title: "Send a message to one role",
  description: `Send a message to one other role of your army. Use it to hand over a task, to report a result, or to ask a question. The message is stored before this returns and is never lost; the recipient reads it with check_inbox.
Returns the message id and whether the recipient was woken. "queued" gives the reason why not, and the recipient is notified as soon as possible: do not send it again. An error that begins with "Stored as" means that the recipient cannot be notified, but the message is kept: do not send it again. Mail that is not read in time comes back to you as a message from "ovld".
Example: {"to": "strategist", "subject": "login done", "body": "Tests pass. Changed src/login.ts.", "priority": "normal"}`,
  input: schema.input({
    to: schema.text({ description: "Role id of the recipient, e.g. strategist." }),
    subject: schema.text({ description: "One line of at most 200 characters." }),
    body: schema.text({
      description: "At most 256 KiB of text. For more, write a file and send its path.",
    }),
    priority: schema.oneOf(["normal", "urgent"], {
      default: "normal",
      description: "urgent only if the recipient must stop and read it now.",
    }),
  }),
  output: schema.output({
    id: schema.text(),
    from: schema.text(),
    to: schema.text(),
    thread: schema.text(),
    timestamp: schema.text(),
    delivery: deliverySchema,
  }),
  annotations: { readOnlyHint: false, idempotentHint: false, destructiveHint: false, openWorldHint: false },
  reachesOthers: true,
  async run({ to, subject, body, priority }, { role, mailer }) {
    const { message, delivery } = await mailer.send({ from: role, to, subject, body, priority });
    const { id, from, thread, timestamp } = message;
    const data = { id, from, to, thread, timestamp, delivery: deliveryData(delivery) };
    if (delivery.notified) return { text: `Sent to ${to} as ${id}: ${describeDelivery(delivery)}.`, data };
    const text = `Stored as ${id}; do not send it again. ${to} cannot be notified: ${describeNotNotified(delivery)}.`;
    return { text, data, isError: true };
  },
});
