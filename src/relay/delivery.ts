import type { Delivery } from "#mail/mailer.ts";
import { type WaitReason, waitReasons, wakeWays } from "#mail/message.ts";
import { schema } from "./schema.ts";

export const deliverySchema = schema.output({
  notified: schema.boolean({
    description: "Whether the recipient is notified, now or later. The message is stored either way.",
  }),
  state: schema.oneOf(["queued", "woken"], {
    description: "woken: notified now. queued: notified as soon as possible.",
  }),
  by: schema.optional(schema.oneOf(wakeWays, { description: "How the recipient was woken." })),
  why: schema.optional(schema.oneOf(waitReasons, { description: "Why the notification waits." })),
  reason: schema.optional(schema.text({ description: "Why the notification failed." })),
});

/** Without other fields that a channel may have added. */
export function deliveryData(delivery: Delivery) {
  const { notified, reason } = delivery;
  const how = delivery.state === "woken" ? { by: delivery.by } : { why: delivery.why };
  return { notified, state: delivery.state, ...how, ...(reason !== undefined && { reason }) };
}

/** Must not invite the model to send again. */
export function describeDelivery(delivery: Delivery): string {
  if (delivery.state === "woken") return `delivered, woken by ${delivery.by}`;
  const { why } = delivery;
  if (why === "no-agent" || why === "failed")
    return `stored, but the recipient cannot be notified: ${describeNotNotified(delivery)}`;
  return `queued${waiting[why]}`;
}

export function describeNotNotified({ reason = "the state of its agent is unknown" }: Delivery): string {
  return `${reason}. The message is kept and announced as soon as possible`;
}

const waiting: Readonly<Record<Exclude<WaitReason, "no-agent" | "failed">, string>> = {
  busy: " (busy), the recipient sees it at the end of its turn",
  "user-typing": " (user typing), the recipient is notified when the user has finished",
  dialog: " (permission dialog), the recipient is notified when the user has answered it",
  starting: " (starting), the recipient is notified when it is ready",
  limited: " (usage limit), the recipient is notified when its limit is over",
  parked: " (parked: token limit reached), the recipient is notified when the user has raised the limit",
  "not-taken": " (no usable input box in its pane), ovld tries again",
  "no-bell": ", the recipient sees it with its next check_inbox",
};
