import { expect, test } from "vitest";
import { MEGABYTE } from "#store/keep-limits.ts";
import { pauseUntilFull } from "./trim-mail.ts";

const MINUTE = 60_000;

test("a full archive is trimmed again in ten seconds, an empty one in ten minutes, others once they could be full", () => {
  expect(pauseUntilFull(20 * MEGABYTE, 20)).toBe(10_000);
  expect(pauseUntilFull(64 * MEGABYTE, 20)).toBe(10_000);
  expect(pauseUntilFull(0, 100)).toBe(10 * MINUTE);
  const pause = pauseUntilFull(5 * MEGABYTE, 20);
  const written = 20 * 4096 * (pause / 1000);
  expect(5 * MEGABYTE + written).toBeCloseTo(20 * MEGABYTE);
});
