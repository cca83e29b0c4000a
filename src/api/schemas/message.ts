import * as z from "zod";
import { MAX_BODY_BYTES, MAX_SUBJECT_CHARACTERS } from "#mail/compose.ts";
import { messageStates, waitReasons, wakeWays } from "#mail/message.ts";
import { named } from "./named.ts";

export const messageId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/)
  .openapi({ example: "01k9z4q8r2000a1b2c3d4e5f6g" });
const priority = z.enum(["normal", "urgent"]);
const state = z
  .enum(messageStates)
  .describe("read and acked are the reader's receipt; no other part of ovld sets them");

const deliveryNote = named(
  "DeliveryNote",
  z
    .object({
      state: z.string(),
      at: z.string(),
      by: z.enum(wakeWays).optional().describe("How the reader was notified"),
      why: z.enum(waitReasons).optional().describe("Why the reader is not notified yet"),
      attempts: z.int().min(1).optional().describe("Attempts to notify the reader"),
      bounce: messageId.optional().describe("The message that returned it to the sender"),
    })
    .describe("Delivery of an unread message"),
);

const headFields = {
  id: messageId.describe("Sorts by time"),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  priority,
  timestamp: z.string(),
  thread: messageId.describe("First message of the thread"),
  parent: messageId.optional().describe("The message that this one answers"),
  hops: z.int().optional().describe("Number of quick answers in a row before this one"),
  state,
  delivery: deliveryNote.optional(),
  redelivered: z.boolean().optional().describe("A reader that died had it before, and may have seen it"),
};

export const messageHead = named("MessageHead", z.object(headFields).describe("A message without its text"));
export const message = named("Message", z.object({ ...headFields, body: z.string() }));

export const messagePage = named(
  "MessagePage",
  z.object({
    messages: z.array(messageHead),
    next: messageId
      .nullable()
      .describe(
        "`after` of the next page; null on the last page. A filtered page may have fewer messages than `limit`",
      ),
  }),
);

export const letter = named(
  "Letter",
  z.strictObject({
    // The mailer checks these limits in bytes and characters; zod counts UTF-16 units.
    body: z.string().openapi({
      minLength: 1,
      maxLength: MAX_BODY_BYTES,
      description: `At most ${MAX_BODY_BYTES} bytes of UTF-8, not only spaces`,
    }),
    subject: z
      .string()
      .optional()
      .openapi({ maxLength: MAX_SUBJECT_CHARACTERS, description: "Default: the first words of the body" }),
    priority: priority.optional().describe("urgent: the role should interrupt its work"),
  }),
);

export const sentMessage = named(
  "SentMessage",
  z.object({
    message: messageHead,
    delivery: z.object({
      state,
      notified: z.boolean().describe("Whether the reader is notified, now or later"),
      by: z.enum(wakeWays).optional(),
      why: z.enum(waitReasons).optional(),
      reason: z.string().optional(),
    }),
  }),
);
