import { expect, test } from "vitest";
import { momentOf } from "./since.ts";

const NOW = Date.parse("2026-11-16T12:00:00Z");
const HOUR = 3_600_000;

test.each([
  ["30s", 30_000],
  ["90m", 1.5 * HOUR],
  ["2h", 2 * HOUR],
  ["3d", 72 * HOUR],
  ["1w", 168 * HOUR],
  ["0m", 0],
])("%s is that long ago", (text, ms) => {
  expect(momentOf(text, NOW)).toBe(NOW - ms);
});

test("a date is its start in local time; a time is exact", () => {
  expect(momentOf("2026-11-10", NOW)).toBe(new Date(2026, 10, 10).getTime());
  expect(momentOf("2026-11-10T08:30Z", NOW)).toBe(Date.parse("2026-11-10T08:30:00Z"));
  expect(momentOf("2026-11-10T08:30:15.5+09:00", NOW)).toBe(Date.parse("2026-11-09T23:30:15.500Z"));
  for (const here of ["2026-11-10T08:30", "2026-11-10 08:30"])
    expect(momentOf(here, NOW)).toBe(new Date(2026, 10, 10, 8, 30).getTime());
  expect(momentOf("2028-02-29", NOW)).toBe(new Date(2028, 1, 29).getTime());
});

test.each([
  ...["", "2", "h", "yesterday", "2026-13-40", "-1h", "1.5h", "12"],
  ...[
    "2026-02-30",
    "2027-02-29",
    "2026-04-31T08:30Z",
    "2026-11-17(x)08:50",
    "2026-11-17 08:50 (x)",
    "2026-11-17T25:00",
  ],
])("%j is refused with an example", (text) => {
  expect(() => momentOf(text, NOW)).toThrow(/--since/);
});
