import { resolve } from "node:path";
import { expect, test } from "vitest";
import { docsPage } from "#api/docs-page.ts";
import { operationsIn } from "#api/document.ts";
import { apiDocument as document } from "#test/support/api-client/api-document.ts";

test("the document equals the golden file", async () => {
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot(resolve("test/golden/api/openapi.json"));
});

test("every operation has a unique name, a summary, a tag, and its problems", () => {
  const operations = operationsIn(document);
  const names = operations.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(operations.length);
  for (const { operation, path } of operations) {
    expect(operation.summary, path).toBeTruthy();
    expect(operation.tags, path).toHaveLength(1);
    if (operation.operationId !== "health") expect(Object.keys(operation.responses ?? {})).toContain("401");
  }
});

test("the page shows every operation, and loads no other resources", () => {
  const page = docsPage(document);
  for (const { path } of operationsIn(document)) expect(page).toContain(path);
  expect(page).not.toMatch(/<script|src=|https?:\/\//);
});
