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
    summary: "Every army on this machine, oldest first",
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
      "Answers when every pane is there; the rituals follow. What agents may do and how they are confined is as configured, and cannot be set here.",
    tags,
    request: { body: jsonBody(summonOrder) },
    responses: {
      201: {
        ...json("The army stands", session),
        headers: z.object({ location: z.string().describe("Where the army is found") }),
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
    summary: "Dismiss an army: its agents end, and its mail goes into the history",
    tags,
    request: { params: sessionParams },
    responses: { 204: { description: "Nothing of it is left" }, ...problems(404, 409, 424, 502, 503) },
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
    summary: "Restart every agent of an army, busy or not",
    description:
      "Each in its own pane, in its own conversation; one that has none starts fresh and is given its ritual.",
    tags,
    request: { params: sessionParams },
    responses: { 204: { description: "They start again" }, ...problems(404, 409, 422, 424, 502, 503) },
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
