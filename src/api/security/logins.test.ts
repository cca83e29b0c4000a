import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { openLogins } from "./logins.ts";

test("a code works once, and not for long; a cookie is none of them", () => {
  let now = 0;
  const logins = openLogins({ ...systemClock, now: () => now });
  const { code, expires } = logins.offer();
  const cookie = logins.redeem(code) ?? "";
  expect(logins.isLoggedIn(cookie)).toBe(true);
  expect(logins.isLoggedIn(code)).toBe(false);
  expect(logins.redeem(code)).toBeUndefined();
  expect(logins.redeem(cookie)).toBeUndefined();
  expect(logins.redeem("")).toBeUndefined();
  const late = logins.offer().code;
  now = expires + 1;
  expect(logins.redeem(late)).toBeUndefined();
});
