import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { type Api, type ApiParts, BASE } from "#api/environment.ts";
import { findRole, openArmy } from "#api/find-army.ts";
import { agent, agentList, roleId } from "#api/schemas/agent.ts";
import { letter, sentMessage } from "#api/schemas/message.ts";
import { screen, screenFormats } from "#api/schemas/screen.ts";
import { agentViews, screenView } from "#api/views.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { json, jsonBody, problems } from "./responses.ts";
import { sessionParams } from "./sessions.ts";

const agents = `${BASE}/sessions/{session}/agents`;
const one = `${agents}/{role}` as const;
const params = sessionParams.extend({ role: roleId });
const tags = ["agents"];

export function addAgents(app: Api, parts: ApiParts): void {
  for (const add of [addList, addGet, addSend, addScreen, addRestart]) add(app, parts);
}

function addList(app: Api, { ovld }: ApiParts): void {
  const route = createRoute({
    method: "get",
    path: agents,
    operationId: "listAgents",
    summary: "All agents of an army: declared status, observed mood, unread mail",
    tags,
    request: { params: sessionParams },
    responses: { 200: json("The roles, in the formation's order", agentList), ...problems(404, 503) },
  });
  app.openapi(route, async (c) => {
    const army = await openArmy(ovld, c.req.valid("param").session);
    return c.json({ agents: await agentViews(army, c.get("words")) }, 200);
  });
}

function addGet(app: Api, { ovld }: ApiParts): void {
  const route = createRoute({
    method: "get",
    path: one,
    operationId: "getAgent",
    summary: "One agent of an army",
    tags,
    request: { params },
    responses: { 200: json("The role", agent), ...problems(404, 503) },
  });
  app.openapi(route, async (c) => {
    const { army, role } = await find(ovld, c.req.valid("param"));
    const [view] = await agentViews(army, c.get("words"), role);
    if (!view) throw new OvldError("bug", { reason: `${role} is in the roster and has no view` });
    return c.json(view, 200);
  });
}

function addSend(app: Api, { ovld }: ApiParts): void {
  const route = createRoute({
    method: "post",
    path: `${one}/messages`,
    operationId: "sendMessage",
    summary: "Write to a role, as the user",
    description:
      "The message is on disk when the response is sent. `delivery` has the state of its delivery at that time.",
    tags,
    request: { params, body: jsonBody(letter) },
    responses: { 201: json("The message is stored", sentMessage), ...problems(404, 413, 415, 503) },
  });
  app.openapi(route, async (c) => {
    const { army, role } = await find(ovld, c.req.valid("param"));
    const { message, delivery } = await army.send({ to: role, ...c.req.valid("json") });
    const { body: _, ...head } = message;
    return c.json({ message: head, delivery }, 201);
  });
}

function addScreen(app: Api, { ovld }: ApiParts): void {
  const route = createRoute({
    method: "get",
    path: `${one}/screen`,
    operationId: "getScreen",
    summary: "Current content of an agent's pane",
    tags,
    request: {
      params,
      query: z.object({
        format: z
          .enum(screenFormats)
          .default("text")
          .describe("ansi: with escape sequences for colours; cells: as rows of cells; both with the cursor"),
      }),
    },
    responses: { 200: json("The screen", screen), ...problems(404, 424, 502, 503) },
  });
  app.openapi(route, async (c) => {
    const { army, role } = await find(ovld, c.req.valid("param"));
    const { format } = c.req.valid("query");
    return c.json(screenView(await army.screen(role, { isPlain: format === "text" }), format), 200);
  });
}

function addRestart(app: Api, { ovld }: ApiParts): void {
  const route = createRoute({
    method: "post",
    path: `${one}/restart`,
    operationId: "restartAgent",
    summary: "Restart an agent in its pane, busy or not",
    description: "Its conversation continues. An agent without a conversation starts fresh and gets its ritual.",
    tags,
    request: { params },
    responses: { 204: { description: "The agent restarts" }, ...problems(404, 409, 422, 424, 502, 503) },
  });
  app.openapi(route, async (c) => {
    const { army, role } = await find(ovld, c.req.valid("param"));
    await army.restart([role]);
    return c.body(null, 204);
  });
}

async function find(ovld: ApiParts["ovld"], { session, role }: z.infer<typeof params>) {
  const army = await openArmy(ovld, session);
  return { army, role: findRole(army, role).id };
}
