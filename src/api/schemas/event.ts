import * as z from "zod";
import { mood, roleStatus } from "./agent.ts";
import { messageHead } from "./message.ts";
import { named } from "./named.ts";
import { session } from "./session.ts";

const of = { session: z.string().describe("Session of the army") };
const { id, to, state, delivery, redelivered } = messageHead.shape;

/** The data of each type of event, by schema name. The document describes the stream itself as text. */
export const eventSchemas = {
  MessageEvent: z.object({ ...of, message: messageHead }).describe("`message`: a message was stored"),
  DeliveryEvent: z
    .object({ ...of, id, to, state, delivery, redelivered })
    .describe("`delivery`: the state of a message changed"),
  StatusEvent: z
    .object({ ...of, role: z.string(), ...roleStatus.shape })
    .describe("`status`: a role declared another status"),
  MoodEvent: z.object({ ...of, role: z.string(), ...mood.shape }).describe("`mood`: the mood of an agent changed"),
  SessionEvent: z
    .object({ ...of, state: session.shape.state })
    .describe("`session`: an army appeared, or its state changed"),
  SessionRemovedEvent: z.object(of).describe("`session-removed`: an army was unsummoned"),
  ResetEvent: z
    .object({ session: z.string().optional() })
    .describe(
      "`reset`: the position in Last-Event-ID no longer exists; fetch this army again, or everything if none is named",
    ),
  ReadyEvent: z.object({}).describe("`ready`: all earlier events have been sent; live events follow"),
} as const;

/** One event of the stream. */
export const streamedEvent = named(
  "StreamedEvent",
  z.object({
    id: z.string().describe("Position behind this event, for Last-Event-ID"),
    event: z.enum(["message", "delivery", "status", "mood", "session", "session-removed", "reset", "ready"]),
    data: z.string().describe("JSON; the schemas are `MessageEvent`, `DeliveryEvent` and so on"),
  }),
);
