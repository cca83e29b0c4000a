import { resolve } from "node:path";
import { expect, test } from "vitest";
import { createApp } from "#api/app.ts";
import { docsPage } from "#api/docs-page.ts";
import { documentOf, operationsIn } from "#api/document.ts";
import type { ApiParts } from "#api/environment.ts";
import { systemClock } from "#base/clock.ts";
import { clientSource } from "./client-source.ts";

const nothing = new Proxy({}, { get: () => () => undefined });
const rate = { perSecond: 1, burst: 1 };
const limits = { known: rate, unknown: rate, bodyBytes: 1, streams: 1 };
/** The document says the same whatever fixture it is served from. */
const app = createApp({
  ...(nothing as ApiParts),
  clock: systemClock,
  limits,
  address: { scheme: "http", names: [], isOpen: false },
  signal: new AbortController().signal,
});
const document = documentOf(app, "0.0.0");

test("the document is the golden one", async () => {
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot(resolve("test/golden/api/openapi.json"));
});

test("the client's types are made from it", async () => {
  await expect(clientSource(document)).toMatchFileSnapshot(resolve("src/api/client/generated.ts"));
});

test("every operation has a name of its own, a summary, a tag, and says which problems it answers with", () => {
  const operations = operationsIn(document);
  const names = operations.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(operations.length);
  for (const { operation, path } of operations) {
    expect(operation.summary, path).toBeTruthy();
    expect(operation.tags, path).toHaveLength(1);
    if (operation.operationId !== "health") expect(Object.keys(operation.responses ?? {})).toContain("401");
  }
});

test("the page shows every operation, and takes nothing from elsewhere", () => {
  const page = docsPage(document);
  for (const { path } of operationsIn(document)) expect(page).toContain(path);
  expect(page).not.toMatch(/<script|src=|https?:\/\//);
});
