import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { type Api, type ApiParts, BASE } from "#api/environment.ts";
import { findEntry, openArmy } from "#api/find-army.ts";
import { session, sessionList, sessionName, summonOrder } from "#api/schemas/session.ts";
import { sessionView } from "#api/views.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { json, jsonBody, problems } from "./responses.ts";

export const sessionParams = z.object({ session: sessionName });
const tags = ["sessions"];

export function addSessions(app: Api, parts: ApiParts): void {
  for (const add of [addList, addCreate, addGet, addRemove, addRestart]) add(app, parts);
}

function addList(app: Api, { ovld }: ApiParts): void {
  const route = createRoute({
    method: "get",
    path: `${BASE}/sessions`,
    operationId: "listSessions",
    summary: "All armies on this machine, oldest first",
    tags,
    responses: { 200: json("The armies", sessionList), ...problems(503) },
  });
  app.openapi(route, async (c) => {
    const surveyed = await ovld.survey(await ovld.list());
    return c.json({ sessions: surveyed.map(sessionView) }, 200);
  });
}

function addCreate(app: Api, { ovld }: ApiParts): void {
  const route = createRoute({
    method: "post",
    path: `${BASE}/sessions`,
    operationId: "createSession",
    summary: "Summon an army",
    description:
      "Responds when all panes exist; the rituals follow. The settings define what agents may do and how they are confined; a request cannot change that.",
    tags,
    request: { body: jsonBody(summonOrder) },
    responses: {
      201: {
        ...json("The army runs", session),
        headers: z.object({ location: z.string().describe("Path of the army") }),
      },
      ...problems(404, 409, 413, 415, 422, 424, 502, 503),
    },
  });
  app.openapi(route, async (c) => {
    const { name } = await ovld.summon(c.req.valid("json"));
    c.header("location", `${BASE}/sessions/${name}`);
    return c.json(await show(ovld, await findEntry(ovld, name)), 201);
  });
}

function addGet(app: Api, { ovld }: ApiParts): void {
  const route = createRoute({
    method: "get",
    path: `${BASE}/sessions/{session}`,
    operationId: "getSession",
    summary: "One army",
    tags,
    request: { params: sessionParams },
    responses: { 200: json("The army", session), ...problems(404, 503) },
  });
  app.openapi(route, async (c) => c.json(await show(ovld, await findEntry(ovld, c.req.valid("param").session)), 200));
}

function addRemove(app: Api, { ovld }: ApiParts): void {
  const route = createRoute({
    method: "delete",
    path: `${BASE}/sessions/{session}`,
    operationId: "deleteSession",
    summary: "Unsummon an army: its agents end, and its mail moves to the history",
    tags,
    request: { params: sessionParams },
    responses: { 204: { description: "The army is gone" }, ...problems(404, 409, 424, 502, 503) },
  });
  app.openapi(route, async (c) => {
    await ovld.dismiss(await findEntry(ovld, c.req.valid("param").session));
    return c.body(null, 204);
  });
}

function addRestart(app: Api, { ovld }: ApiParts): void {
  const route = createRoute({
    method: "post",
    path: `${BASE}/sessions/{session}/restart`,
    operationId: "restartSession",
    summary: "Restart all agents of an army, busy or not",
    description:
      "Each agent restarts in its pane, and its conversation continues. An agent without a conversation starts fresh and gets its ritual.",
    tags,
    request: { params: sessionParams },
    responses: { 204: { description: "The agents restart" }, ...problems(404, 409, 422, 424, 502, 503) },
  });
  app.openapi(route, async (c) => {
    const { entry, restart } = await openArmy(ovld, c.req.valid("param").session);
    await restart(entry.roster);
    return c.body(null, 204);
  });
}

async function show(ovld: ApiParts["ovld"], entry: SessionEntry) {
  const [surveyed] = await ovld.survey([entry]);
  return sessionView(surveyed ?? { entry, state: "unknown" });
}
