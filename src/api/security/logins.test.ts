import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { openLogins } from "./logins.ts";

test("a code works once, for a limited time; a cookie is no code", () => {
  let elapsed = 0;
  const logins = openLogins({ ...systemClock, elapsed: () => elapsed, now: () => 5000 });
  const { code, expires } = logins.offer();
  const cookie = logins.redeem(code) ?? "";
  expect(logins.isLoggedIn(cookie)).toBe(true);
  expect(logins.isLoggedIn(code)).toBe(false);
  expect(logins.redeem(code)).toBeUndefined();
  expect(logins.redeem(cookie)).toBeUndefined();
  expect(logins.redeem("")).toBeUndefined();
  const late = logins.offer().code;
  expect(expires).toBe(605_000);
  elapsed = 600_000;
  expect(logins.redeem(late)).toBeUndefined();
});

test("setting the clock does not change the lifetime of a code or a cookie", () => {
  let now = 0;
  let elapsed = 0;
  const logins = openLogins({ ...systemClock, elapsed: () => elapsed, now: () => now });
  const [first, second] = [logins.offer().code, logins.offer().code];
  now = 3_600_000;
  const cookie = logins.redeem(first) ?? "";
  now = 30 * 24 * 3_600_000;
  expect(logins.isLoggedIn(cookie)).toBe(true);
  now = -3_600_000;
  elapsed = 600_000;
  expect(logins.redeem(second)).toBeUndefined();
});
