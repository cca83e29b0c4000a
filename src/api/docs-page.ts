import { createHash } from "node:crypto";
import { type ApiDocument, operationsIn } from "./document.ts";

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
code, pre { font: 14px/1.4 ui-monospace, monospace }
pre { overflow: auto; padding: .75rem; border: 1px solid #ddd; border-radius: 4px }
summary { cursor: pointer; padding: .25rem 0 }
details { border-top: 1px solid #ddd }
details > :not(summary) { margin-left: 1rem }
.method { display: inline-block; width: 4.5rem; font-weight: bold }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818 } pre, details { border-color: #444 } }
`;

/** Allows only the inline style: no scripts, no other resources. */
export const docsPolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/** The OpenAPI document as one HTML page without other resources. */
export function docsPage(document: ApiDocument): string {
  const { info, tags = [], components } = document;
  const parts = tags.map(({ name, description = "" }) => {
    const operations = operationsIn(document).filter(({ operation }) => operation.tags?.includes(name));
    return `<h2>${escaped(name)}</h2><p>${escaped(description)}</p>${operations.map(operationPart).join("")}`;
  });
  const schemas = Object.entries(components?.schemas ?? {}).map(
    ([name, schema]) =>
      `<details id="${escaped(name)}"><summary><code>${escaped(name)}</code></summary>${jsonPart(schema)}</details>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(info.title)} API</title><style>${STYLE}</style></head><body>
<h1>${escaped(info.title)} ${escaped(info.version)}</h1><p>${escaped(info.description ?? "")}</p>
<p><a href="openapi.json">openapi.json</a></p>${parts.join("")}<h2>schemas</h2>${schemas.join("")}</body></html>`;
}

function operationPart({ method, path, operation }: ReturnType<typeof operationsIn>[number]): string {
  const { summary = "", description = "", parameters, requestBody, responses = {} } = operation;
  const sections = [
    description && `<p>${escaped(description)}</p>`,
    parameters?.length && `<p>parameters</p>${jsonPart(parameters)}`,
    requestBody && `<p>body</p>${jsonPart(requestBody)}`,
    `<p>answers</p>${jsonPart(answers(responses))}`,
  ];
  const title = `<span class="method">${method.toUpperCase()}</span><code>${escaped(path)}</code> ${escaped(summary)}`;
  return `<details><summary>${title}</summary>${sections.filter(Boolean).join("")}</details>`;
}

function answers(responses: Record<string, { description?: string; content?: object }>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, { description, content }]) => [status, content ?? description]),
  );
}

function jsonPart(value: unknown): string {
  return `<pre>${escaped(JSON.stringify(value, null, 2))}</pre>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
