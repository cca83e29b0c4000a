import { OvldError } from "#base/errors.ts";

const MINUTE = 60_000;
const units: Readonly<Record<string, number>> = {
  s: 1000,
  m: MINUTE,
  h: 60 * MINUTE,
  d: 24 * 60 * MINUTE,
  w: 7 * 24 * 60 * MINUTE,
};

/** The moment that `90m`, `2h`, `3d`, `1w` before now or a date means, in milliseconds since 1970. */
export function momentOf(text: string, now: number): number {
  const [, count, unit = ""] = /^(\d{1,9})([smhdw])$/.exec(text) ?? [];
  if (count !== undefined) return now - Number(count) * (units[unit] ?? 0);
  // A date alone is a day of the person's own calendar.
  const moment = Date.parse(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text);
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(moment)) return moment;
  throw new OvldError("bad-flag-value", {
    flag: "--since",
    found: text,
    expected: { type: "text-matching", example: "2h, 3d, 2026-11-16" },
  });
}
