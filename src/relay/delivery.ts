import * as z from "zod";
import type { Delivery } from "#mail/mailer.ts";
import { type WaitReason, waitReasons, wakeWays } from "#mail/message.ts";

export const deliverySchema = () =>
  z.object({
    notified: z.boolean().describe("Whether the recipient was told or will be. The message is stored either way."),
    state: z.enum(["queued", "woken"]).describe("woken: it was told now. queued: it is told as soon as it can be."),
    by: z.enum(wakeWays).optional().describe("How it was woken."),
    why: z.enum(waitReasons).optional().describe("Why it waits."),
    reason: z.string().optional().describe("Why it could not be told."),
  });

/** Must not invite the model to send again. */
export function describeDelivery(delivery: Delivery): string {
  if (delivery.state === "woken") return `delivered, woken by ${delivery.by}`;
  const { why } = delivery;
  if (why === "no-agent" || why === "failed") return `stored, but it cannot be told: ${describeUntold(delivery)}`;
  return `queued${waiting[why]}`;
}

export function describeUntold({ reason = "nothing is known of its agent" }: Delivery): string {
  return `${reason}. The message is kept, and announced when it can be`;
}

const waiting: Readonly<Record<Exclude<WaitReason, "no-agent" | "failed">, string>> = {
  busy: " (busy), the recipient sees it when it has finished its turn",
  "user-typing": " (user typing), the recipient is told when the human has finished",
  dialog: " (permission dialog), the recipient is told when a human has answered it",
  starting: " (starting), the recipient is told when it is ready",
  limited: " (usage limit), the recipient is told when its limit is over",
  parked: " (parked: its token limit is reached), the recipient is told when a human has raised the limit",
  "not-taken": " (its terminal shows no composer that takes a line), it will be tried again",
  "no-bell": ", the recipient sees it when it next looks",
};
