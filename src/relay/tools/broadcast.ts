import * as z from "zod";
import { deliverySchema, describeDelivery } from "#relay/delivery.ts";
import { tool } from "#relay/tool.ts";

export const broadcast = tool({
  name: "broadcast",
  title: "Send a message to every other role",
  description: `Send the same message to every other role of your army. Use it only for what everyone must know, such as a change of plan; everyone is interrupted by it. For one role use send_message.
Returns the message id for each role and whether it was notified, and which roles it could not be stored for: send to those again with send_message.
Example: {"subject": "freeze", "body": "No more changes to the API until I say so.", "priority": "urgent"}`,
  input: () =>
    z.object({
      subject: z.string().describe("What it is about, in one line of at most 200 characters."),
      body: z.string().describe("The message, at most 256 KiB of text. For more, write a file and send its path."),
      priority: z
        .enum(["normal", "urgent"])
        .default("normal")
        .describe("urgent only when everyone must stop and read it now."),
    }),
  output: () =>
    z.object({
      from: z.string(),
      thread: z.string().optional(),
      sent: z.array(z.object({ to: z.string(), id: z.string(), delivery: deliverySchema() })),
      failed: z.array(z.object({ to: z.string(), reason: z.string() })),
    }),
  annotations: { readOnlyHint: false, idempotentHint: false, destructiveHint: false, openWorldHint: false },
  async run({ subject, body, priority }, { role, courier }) {
    const { thread, sent, failed } = await courier.broadcast({ from: role, subject, body, priority });
    return {
      text: [
        `Sent to ${sent.length} of ${sent.length + failed.length} roles.`,
        ...sent.map(({ message, delivery }) => `${message.to}: ${message.id}, ${describeDelivery(delivery)}`),
        ...failed.map(({ to, reason }) => `${to}: NOT sent (${reason})`),
      ].join("\n"),
      data: {
        from: role,
        ...(thread && { thread }),
        sent: sent.map(({ message, delivery }) => ({ to: message.to, id: message.id, delivery })),
        failed,
      },
      isError: sent.length === 0 && failed.length > 0,
    };
  },
});
