import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { docsPage, docsPolicy } from "#api/docs-page.ts";
import { documentOf } from "#api/document.ts";
import { type Api, type ApiParts, BASE } from "#api/environment.ts";
import { problems } from "./responses.ts";

export function addDocument(app: Api, { version }: ApiParts): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "token", { type: "http", scheme: "bearer" });
  app.openAPIRegistry.registerComponent("securitySchemes", "cookie", {
    type: "apiKey",
    in: "cookie",
    name: "ovld-PORT",
    description: "Set by a login link; its name contains the server's port",
  });

  const document = createRoute({
    method: "get",
    path: `${BASE}/openapi.json`,
    operationId: "getDocument",
    summary: "This document",
    tags: ["server"],
    responses: {
      200: { description: "OpenAPI 3.1", content: { "application/json": { schema: z.object({}).loose() } } },
      ...problems(),
    },
  });
  app.openapi(document, (c) => c.json(documentOf(app, version) as object, 200));

  const page = createRoute({
    method: "get",
    path: `${BASE}/docs`,
    operationId: "getDocs",
    summary: "This document as an HTML page",
    tags: ["server"],
    responses: { 200: { description: "The page", content: { "text/html": { schema: z.string() } } }, ...problems() },
  });
  app.openapi(page, (c) => {
    c.header("content-security-policy", docsPolicy);
    return c.html(docsPage(documentOf(app, version)));
  });

  app.get("/", (c) => c.redirect(`${BASE}/docs`, 303));
}
