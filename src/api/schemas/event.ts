import * as z from "zod";
import { mood, roleStatus } from "./agent.ts";
import { messageHead } from "./message.ts";
import { named } from "./named.ts";
import { session } from "./session.ts";

const of = { session: z.string().describe("The army's session") };
const { id, to, state, delivery, redelivered } = messageHead.shape;

/** The data of each type of event, by its name in the document; the stream itself is text. */
export const eventSchemas = {
  MessageEvent: z.object({ ...of, message: messageHead }).describe("`message`: a message was stored"),
  DeliveryEvent: z
    .object({ ...of, id, to, state, delivery, redelivered })
    .describe("`delivery`: a message has come further"),
  StatusEvent: z
    .object({ ...of, role: z.string(), ...roleStatus.shape })
    .describe("`status`: a role says something else of itself"),
  MoodEvent: z.object({ ...of, role: z.string(), ...mood.shape }).describe("`mood`: something else is observed"),
  SessionEvent: z
    .object({ ...of, state: session.shape.state })
    .describe("`session`: an army appeared, or its state changed"),
  SessionRemovedEvent: z.object(of).describe("`session-removed`: an army was dismissed"),
  ResetEvent: z
    .object({ session: z.string().optional() })
    .describe("`reset`: the place in Last-Event-ID is gone; fetch this army anew, or everything where none is named"),
  ReadyEvent: z.object({}).describe("`ready`: everything up to here was told; what follows happens now"),
} as const;

/** One event of the stream. */
export const streamedEvent = named(
  "StreamedEvent",
  z.object({
    id: z.string().describe("How far the client has come with it; for Last-Event-ID"),
    event: z.enum(["message", "delivery", "status", "mood", "session", "session-removed", "reset", "ready"]),
    data: z.string().describe("JSON: `MessageEvent` and its neighbours"),
  }),
);
