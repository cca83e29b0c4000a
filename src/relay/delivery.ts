import * as z from "zod";
import type { Delivery } from "#army/deliver.ts";

export const deliverySchema = () =>
  z.object({
    notified: z.boolean().describe("Whether the recipient was told. The message is stored either way."),
    state: z.enum(["queued", "woken"]).optional().describe("woken: it was told now. queued: it will find the message."),
    by: z.enum(["typing"]).optional().describe("How it was woken."),
    reason: z.string().optional().describe("Why it could not be told."),
  });

export function describeDelivery(delivery: Delivery): string {
  if (!delivery.notified)
    return `stored, but the recipient could not be notified (${delivery.reason}); it will find the message when it next checks its inbox`;
  switch (delivery.state) {
    case "woken":
      return "the recipient was told by a line typed into its terminal";
    case "queued":
      return "queued, the recipient sees it when it next looks";
  }
}
