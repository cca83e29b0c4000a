import type { Api } from "./environment.ts";

export type ApiDocument = ReturnType<Api["getOpenAPI31Document"]>;

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

const documents = new WeakMap<Api, ApiDocument>();

/** The API as an OpenAPI document, made once: all routes are added before the first request. */
export function documentOf(app: Api, version: string): ApiDocument {
  const document = documents.get(app) ?? makeDocument(app, version);
  documents.set(app, document);
  return document;
}

function makeDocument(app: Api, version: string): ApiDocument {
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "ovld",
      version,
      description: "The armies on this machine: observe them, write to them, summon and unsummon them.",
      license: { name: "MIT" },
    },
    security: [{ token: [] }, { cookie: [] }],
    tags: [
      { name: "formations", description: "Formations that can be summoned" },
      { name: "sessions", description: "Armies" },
      { name: "agents", description: "The roles of an army" },
      { name: "messages", description: "The mail of an army" },
      { name: "server", description: "This server" },
    ],
  });
}

export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: unknown[];
  requestBody?: unknown;
  responses?: Record<string, { description?: string; content?: object }>;
}

export function operationsIn({ paths = {} }: ApiDocument): { method: string; path: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as Operation | undefined;
      return operation ? [{ method, path, operation }] : [];
    }),
  );
}

/** The methods of a path. */
export function methodsAt(document: ApiDocument, path: string): string[] {
  const matches = (template: string) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path);
  return operationsIn(document)
    .filter((one) => matches(one.path))
    .map(({ method }) => method.toUpperCase());
}
