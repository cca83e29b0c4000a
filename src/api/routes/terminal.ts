import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { type Api, type ApiParts, BASE } from "#api/environment.ts";
import { findRole, openArmy } from "#api/find-army.ts";
import { roleId } from "#api/schemas/agent.ts";
import { screenFormats } from "#api/schemas/screen.ts";
import { terminalNews, terminalOrder } from "#api/schemas/terminal.ts";
import { serveTerminal } from "#api/terminal/serve-terminal.ts";
import { OvldError, reasonOf } from "#errors/ovld-error.ts";
import { problems } from "./responses.ts";
import { sessionParams } from "./sessions.ts";

const MOST = 64;

export function addTerminal(app: Api, { ovld, upgrades, logins, clock, log, signal }: ApiParts): void {
  let open = 0;
  for (const [name, schema] of Object.entries({ TerminalOrder: terminalOrder, TerminalNews: terminalNews }))
    app.openAPIRegistry.register(name, schema);

  const watch = createRoute({
    method: "get",
    path: `${BASE}/sessions/{session}/agents/{role}/terminal`,
    operationId: "openTerminal",
    summary: "Screens of an agent's pane, and its keys for one client (WebSocket)",
    description:
      "Every message is one JSON object: the client sends `TerminalOrder`, the server `TerminalNews`. A browser needs its login cookie, and only pages of this server may connect.",
    tags: ["agents"],
    request: {
      params: sessionParams.extend({ role: roleId }),
      query: z.object({ format: z.enum(screenFormats).default("cells").describe("Format of the screens") }),
    },
    responses: { 101: { description: "The WebSocket is open" }, ...problems(404, 426, 503) },
  });
  app.openapi(watch, async (c) => {
    const { session, role } = c.req.valid("param");
    const army = await openArmy(ovld, session);
    findRole(army, role);
    const { incoming, outgoing } = c.env;
    if (!upgrades.isWanted(incoming)) throw new OvldError("upgrade-needed", { path: c.req.path });
    if (open >= MOST) throw new OvldError("too-many-terminals", { limit: MOST });
    open++;
    void upgrades
      .accept(incoming, outgoing)
      .then((socket) =>
        serveTerminal(socket, {
          role,
          format: c.req.valid("query").format,
          watch: (ending) => army.watchScreen(role, ending),
          take: () => army.control(role),
          note: (event, facts) => log.write("info", event, { session, role, ...facts }),
          lang: c.get("lang"),
          words: c.get("words"),
          clock,
          signal: c.get("isByCookie") ? AbortSignal.any([signal, logins.ended()]) : signal,
        }),
      )
      .catch((error) => log.write("warn", "terminal-failed", { session, role, reason: reasonOf(error) }))
      .finally(() => open--);
    return RESPONSE_ALREADY_SENT as never;
  });
}
