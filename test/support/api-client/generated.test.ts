import { resolve } from "node:path";
import { expect, test } from "vitest";
import { apiDocument } from "./api-document.ts";
import { clientSource } from "./client-source.ts";

test("the client's types match the OpenAPI document", async () => {
  await expect(clientSource(apiDocument)).toMatchFileSnapshot(resolve("test/support/api-client/generated.ts"));
});
