import * as z from "zod";
import type { Delivery } from "#army/deliver.ts";

export const deliverySchema = () =>
  z.object({
    notified: z.boolean().describe("Whether the recipient was told. The message is stored either way."),
    state: z.enum(["queued"]).optional().describe("How it was told."),
    reason: z.string().optional().describe("Why it could not be told."),
  });

export function describeDelivery(delivery: Delivery): string {
  if (!delivery.notified)
    return `stored, but the recipient could not be notified (${delivery.reason}); it will find the message when it next checks its inbox`;
  switch (delivery.state) {
    case "queued":
      return "queued, the recipient sees it when it next looks";
  }
}
