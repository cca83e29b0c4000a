import { expect, test } from "vitest";
import { limiter } from "./rate-limit.ts";

test("a burst, then steadily; each key for itself", () => {
  let now = 1000;
  const limit = limiter({ perSecond: 2, burst: 3 }, { now: () => now, wait: async () => {} });
  expect([1, 2, 3, 4].map(() => limit("a"))).toEqual([0, 0, 0, 1]);
  expect(limit("b")).toBe(0);
  now += 500;
  expect([limit("a"), limit("a")]).toEqual([0, 1]);
  now += 60_000;
  expect([1, 2, 3, 4].map(() => limit("a"))).toEqual([0, 0, 0, 1]);
});

test("a clock that is set back keeps nobody out for long, and many keys do not fill the memory", () => {
  let now = 1e9;
  const limit = limiter({ perSecond: 1, burst: 1 }, { now: () => now, wait: async () => {} });
  limit("a");
  now -= 1e8;
  expect(limit("a")).toBe(1);
  now += 1000;
  expect(limit("a")).toBe(0);
  for (let key = 0; key < 5000; key++) expect(limit(String(key))).toBe(0);
});
