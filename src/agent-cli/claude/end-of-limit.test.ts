import { expect, test } from "vitest";
import { endOfLimit } from "./end-of-limit.ts";

const hit = Date.parse("2026-11-16T04:30:15.250Z");
const end = (words: string) => new Date(endOfLimit(words, hit + 0.625)).toISOString();

test.for([
  ["resets 3pm (Asia/Tokyo)", "2026-11-16T06:00:00.000Z"],
  ["resets 1:30pm (Asia/Tokyo)", "2026-11-17T04:30:00.000Z"],
  ["resets 12am (UTC)", "2026-11-17T00:00:00.000Z"],
  ["resets 12pm (UTC)", "2026-11-16T12:00:00.000Z"],
  ["resets Nov 20, 9:05am (Europe/Berlin)", "2026-11-20T08:05:00.000Z"],
  ["resets Jan 2, 2027, 9am (UTC)", "2027-01-02T09:00:00.000Z"],
  ["resets Nov 20 (UTC)", "2026-11-20T00:00:00.000Z"],
  ["resets 5am (Nowhere/At all)", "2026-11-16T05:00:00.000Z"],
  ["Resets 3pm (Asia/Tokyo)", "2026-11-16T06:00:00.000Z"],
  ["resets at 3pm (Asia/Tokyo)", "2026-11-16T06:00:00.000Z"],
  ["Your limit will reset at 3:30 PM (Asia/Tokyo).", "2026-11-16T06:30:00.000Z"],
  ["Your limit will reset on Nov 20 at 9am (UTC).", "2026-11-20T09:00:00.000Z"],
  ["To reset it, ask your admin · resets 3pm (Asia/Tokyo)", "2026-11-16T06:00:00.000Z"],
  ["resets Jan 2, 9am (UTC)", "2027-01-02T09:00:00.000Z"],
  ["resets Jan 1, 12:30am (Asia/Tokyo)", "2026-12-31T15:30:00.000Z"],
  ["resets Nov 16, 4am (UTC)", "2026-11-16T04:00:00.000Z"],
] as const)("%s: the limit ends at %s", ([words, expected]) => {
  expect(end(words)).toBe(expected);
});

test("a limit that ended last year is over", () => {
  const end = endOfLimit("resets Dec 31, 11pm (UTC)", Date.parse("2027-01-01T00:00:30.000Z"));
  expect(new Date(end).toISOString()).toBe("2026-12-31T23:00:00.000Z");
});

test("a limit without a time lasts a minute", () => {
  expect(end("API Error: Request rejected (429)")).toBe("2026-11-16T04:31:15.250Z");
});
