import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { type Api, type ApiParts, BASE } from "#api/environment.ts";
import { agent } from "#api/schemas/agent.ts";
import { named } from "#api/schemas/named.ts";
import { session } from "#api/schemas/session.ts";
import { agentViews, sessionView } from "#api/views.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Catalog } from "#i18n/catalog.ts";
import { json, problems } from "./responses.ts";

const overview = named(
  "Status",
  z.object({
    version: z.string().describe("Version of ovld"),
    sessions: z.array(session.extend({ agents: z.array(agent).describe("Empty if the mail of the army is missing") })),
  }),
);

export function addStatus(app: Api, { ovld, version }: ApiParts): void {
  const agentsOf = async (entry: SessionEntry, words: Catalog) => {
    try {
      return await agentViews(await ovld.open(entry), words);
    } catch (error) {
      if (OvldError.is(error, "store-missing", "store-damaged")) return [];
      throw error;
    }
  };

  const get = createRoute({
    method: "get",
    path: `${BASE}/status`,
    operationId: "getStatus",
    summary: "All armies with all their agents",
    tags: ["server"],
    responses: { 200: json("All armies", overview), ...problems(503) },
  });
  app.openapi(get, async (c) => {
    const surveyed = await ovld.survey(await ovld.list());
    const sessions = await Promise.all(
      surveyed.map(async (one) => ({ ...sessionView(one), agents: await agentsOf(one.entry, c.get("words")) })),
    );
    return c.json({ version, sessions }, 200);
  });
}
