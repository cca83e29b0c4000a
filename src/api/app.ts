import { OpenAPIHono } from "@hono/zod-openapi";
import { OvldError } from "#errors/ovld-error.ts";
import { catalog } from "#i18n/catalog.ts";
import { answerProblem } from "./answer-problem.ts";
import { documentOf, methodsAt } from "./document.ts";
import type { Api, ApiEnvironment, ApiParts } from "./environment.ts";
import { invalidRequest } from "./invalid-request.ts";
import { preferredLanguage } from "./language.ts";
import { addAgents } from "./routes/agents.ts";
import { addDocument } from "./routes/document.ts";
import { addEvents } from "./routes/events.ts";
import { addFormations } from "./routes/formations.ts";
import { addHealth } from "./routes/health.ts";
import { addLogin } from "./routes/login.ts";
import { addMessages } from "./routes/messages.ts";
import { addSessions } from "./routes/sessions.ts";
import { addStatus } from "./routes/status.ts";
import { addTerminal } from "./routes/terminal.ts";
import { addProtection } from "./security/protect.ts";

/** The whole API, without a socket. */
export function createApp(parts: ApiParts): Api {
  const app: Api = new OpenAPIHono<ApiEnvironment>({
    defaultHook: (result) => {
      // Hono passes the data of an invalid request, too, but its type lacks it.
      if (!result.success)
        throw invalidRequest(result.target, result.error.issues, (result as { data?: unknown }).data);
    },
  });
  app.use(async (c, next) => {
    const lang = preferredLanguage(c.req.header("accept-language"), parts.lang);
    c.set("lang", lang);
    c.set("words", await catalog(lang));
    await next();
  });
  addProtection(app, parts);
  for (const add of routes) add(app, parts);
  app.onError((error, c) => answerProblem(c, error));
  app.notFound((c) => {
    const { method, path } = c.req;
    const known = methodsAt(documentOf(app, parts.version), path);
    if (known.length === 0) return answerProblem(c, new OvldError("route-unknown", { path }));
    return answerProblem(c, new OvldError("method-refused", { method, path, known }));
  });
  return app;
}

const routes = [
  addHealth,
  addLogin,
  addFormations,
  addSessions,
  addAgents,
  addTerminal,
  addMessages,
  addStatus,
  addEvents,
  addDocument,
];
