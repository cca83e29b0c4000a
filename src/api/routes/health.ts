import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { type Api, BASE } from "#api/environment.ts";
import { named } from "#api/schemas/named.ts";
import { json } from "./responses.ts";

const health = named("Health", z.object({ status: z.literal("ok") }));

export function addHealth(app: Api): void {
  const route = createRoute({
    method: "get",
    path: `${BASE}/health`,
    operationId: "health",
    summary: "Whether the server runs; needs no token",
    tags: ["server"],
    security: [],
    responses: { 200: json("It is", health) },
  });
  app.openapi(route, (c) => c.json({ status: "ok" as const }, 200));
}
