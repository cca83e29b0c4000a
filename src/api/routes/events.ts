import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { type Api, type ApiParts, BASE } from "#api/environment.ts";
import { sendEvents } from "#api/events/send-events.ts";
import { findEntry } from "#api/find-army.ts";
import { eventSchemas, streamedEvent } from "#api/schemas/event.ts";
import { sessionName } from "#api/schemas/session.ts";
import { protectiveHeaders } from "#api/security/protect.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { problems } from "./responses.ts";

export function addEvents(app: Api, { ovld, hub, limits, logins, signal, log }: ApiParts): void {
  const streams = new Set<ServerResponse>();
  signal.addEventListener("abort", () => {
    for (const stream of streams) stream.end();
  });
  for (const [name, schema] of Object.entries(eventSchemas)) app.openAPIRegistry.register(name, schema);

  const follow = createRoute({
    method: "get",
    path: `${BASE}/events`,
    operationId: "followEvents",
    summary: "The event stream (server-sent events)",
    description:
      "A client that reconnects with the id of its last event in Last-Event-ID continues without a gap or a repeat, also at another server. The schemas `MessageEvent`, `DeliveryEvent` and so on describe the data.",
    tags: ["server"],
    request: {
      query: z.object({
        session: sessionName.optional().describe("Only events of this army"),
        follow: z.enum(["true", "false"]).default("true").describe("false: send past events and end"),
      }),
      // Any length is accepted, because a browser does not reconnect after an error.
      headers: z.object({ "last-event-id": z.string().optional() }),
    },
    responses: {
      200: {
        description: "Events until the client leaves",
        content: { "text/event-stream": { schema: streamedEvent } },
      },
      ...problems(404, 503),
    },
  });
  app.openapi(follow, async (c) => {
    const { session, follow } = c.req.valid("query");
    if (session !== undefined) await findEntry(ovld, session);
    if (streams.size >= limits.streams) throw new OvldError("too-many-streams", { limit: limits.streams });
    const { outgoing } = c.env;
    // Bypasses Hono: the hub writes the same bytes to many sockets.
    outgoing.writeHead(200, { ...protectiveHeaders, "content-type": "text/event-stream" });
    if (c.req.method === "HEAD") outgoing.end();
    else {
      streams.add(outgoing);
      const endings = new AbortController();
      const leave = () => outgoing.end();
      if (c.get("isByCookie")) logins.ended().addEventListener("abort", leave, { signal: endings.signal });
      const cursor = c.req.valid("header")["last-event-id"] || undefined;
      void sendEvents(outgoing, hub, { session, cursor, once: follow === "false" })
        .catch((error: Error) => {
          log.write("error", "stream-failed", { reason: error.message });
          outgoing.destroy();
        })
        .finally(() => {
          endings.abort();
          streams.delete(outgoing);
        });
    }
    return RESPONSE_ALREADY_SENT as never;
  });
}
