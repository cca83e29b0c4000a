import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { limiter } from "./rate-limit.ts";

test("a burst, then a steady rate, for each key", () => {
  let now = 1000;
  const limit = limiter({ perSecond: 2, burst: 3 }, { ...systemClock, elapsed: () => now });
  expect([1, 2, 3, 4].map(() => limit("a"))).toEqual([0, 0, 0, 1]);
  expect(limit("b")).toBe(0);
  now += 500;
  expect([limit("a"), limit("a")]).toEqual([0, 1]);
  now += 60_000;
  expect([1, 2, 3, 4].map(() => limit("a"))).toEqual([0, 0, 0, 1]);
});

test("a clock that is set back locks no key out for long, and many keys do not fill the memory", () => {
  const time = { now: 1e9, elapsed: 0 };
  const clock = { ...systemClock, now: () => time.now, elapsed: () => time.elapsed };
  const limit = limiter({ perSecond: 1, burst: 1 }, clock);
  limit("a");
  time.now -= 1e8;
  expect(limit("a")).toBe(1);
  time.elapsed += 1000;
  expect(limit("a")).toBe(0);
  for (let key = 0; key < 5000; key++) expect(limit(String(key))).toBe(0);
});
