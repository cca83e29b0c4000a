import { expect, test } from "vitest";
import { newestViews } from "./newest-views.ts";

test("an abort ends the views during a hanging query", async () => {
  const ending = new AbortController();
  const views = newestViews(
    () => new Promise(() => {}),
    async () => {},
    ending.signal,
  );
  const next = views.next();
  ending.abort();
  expect(await next).toEqual({ done: true, value: undefined });
});
