import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { type Api, type ApiParts, BASE } from "#api/environment.ts";
import { openArmy } from "#api/find-army.ts";
import { mailPage } from "#api/mail-page.ts";
import { message, messageId, messagePage } from "#api/schemas/message.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { messageStates } from "#mail/message.ts";
import { json, problems } from "./responses.ts";
import { sessionParams } from "./sessions.ts";

const messages = `${BASE}/sessions/{session}/messages`;
const MOST = 500;
const USUAL = 100;

const query = z.object({
  role: z.string().min(1).max(64).optional().describe("Only messages from or to this role (or `user`)"),
  state: z.enum(messageStates).optional(),
  order: z.enum(["oldest", "newest"]).default("oldest"),
  after: messageId.optional().describe("`next` of the previous page"),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(MOST))
    .default(USUAL)
    .openapi({ type: "integer", minimum: 1, maximum: MOST, default: USUAL }),
});

export function addMessages(app: Api, { ovld }: ApiParts): void {
  const list = createRoute({
    method: "get",
    path: messages,
    operationId: "listMessages",
    summary: "The messages of an army, read and unread, in pages",
    tags: ["messages"],
    request: { params: sessionParams, query },
    responses: { 200: json("One page", messagePage), ...problems(404, 503) },
  });
  app.openapi(list, async (c) => {
    const { store } = await openArmy(ovld, c.req.valid("param").session);
    return c.json(await mailPage(store.mail, c.req.valid("query")), 200);
  });

  const get = createRoute({
    method: "get",
    path: `${messages}/{message}`,
    operationId: "getMessage",
    summary: "One message with its text and state",
    tags: ["messages"],
    request: { params: sessionParams.extend({ message: messageId }) },
    responses: { 200: json("The message", message), ...problems(404, 503) },
  });
  app.openapi(get, async (c) => {
    const { session, message: id } = c.req.valid("param");
    const found = await (await openArmy(ovld, session)).store.mail.find(id);
    if (!found) throw new OvldError("message-unknown", { id, session });
    return c.json(found, 200);
  });
}
