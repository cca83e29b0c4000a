import { expect, test } from "vitest";
import { together } from "./together.ts";

test("rejects with the first failure after all promises have settled", async () => {
  let hasEnded = false;
  const slow = new Promise<void>((resolve) =>
    setImmediate(() => {
      hasEnded = true;
      resolve();
    }),
  );
  await expect(together([Promise.reject(new Error("first")), slow])).rejects.toThrow("first");
  expect(hasEnded).toBe(true);
  expect(await together([Promise.resolve(1), Promise.resolve(2)])).toEqual([1, 2]);
});
