import { OvldError } from "#errors/ovld-error.ts";

const MINUTE = 60_000;
const units: Readonly<Record<string, number>> = {
  s: 1000,
  m: MINUTE,
  h: 60 * MINUTE,
  d: 24 * 60 * MINUTE,
  w: 7 * 24 * 60 * MINUTE,
};

/** Start of `90m`, `2h`, `3d`, `1w`, or a date, in milliseconds since 1970. */
export function momentOf(text: string, now: number): number {
  const [, count, unit = ""] = /^(\d{1,9})([smhdw])$/.exec(text) ?? [];
  if (count !== undefined) return now - Number(count) * (units[unit] ?? 0);
  const moment = dateOf(text);
  if (!Number.isNaN(moment)) return moment;
  throw new OvldError("bad-flag-value", {
    flag: "--since",
    found: text,
    expected: { type: "text-matching", example: "2h, 3d, 2026-11-16" },
  });
}

/** Local time unless a zone is given. `Date.parse` alone accepts 30 February as 2 March. */
function dateOf(text: string): number {
  const [, day = "", time = "00:00", zone = ""] = written.exec(text) ?? [];
  const midnight = new Date(`${day}T00:00Z`);
  const isReal = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
  return isReal ? Date.parse(`${day}T${time}${zone}`) : Number.NaN;
}

const written = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/;
