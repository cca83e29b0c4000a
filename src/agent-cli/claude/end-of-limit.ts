const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `resets 3pm (Asia/Tokyo)`, `Resets at 3:30 PM`, `resets Nov 20, 3:30pm`, `resets Jan 2, 2027, 9am (UTC)` */
const RESET = new RegExp(
  [
    `\\bresets?(?: at| on)? (?=\\d|${MONTHS.join("|")})`,
    `(?:(?<month>${MONTHS.join("|")}) (?<day>\\d{1,2})(?:,? (?<year>\\d{4})\\b)?(?:,| at)? ?)?`,
    "(?:(?<hour>\\d{1,2})(?::(?<minute>\\d\\d))? ?(?<half>am|pm))?(?: ?\\((?<zone>[^)]+)\\))?",
  ].join(""),
  "i",
);

/**
 * End of a limit that was hit at `since`, parsed from Claude Code's message; one minute later if the message names no
 * time.
 */
export function endOfLimit(words: string, since: number): number {
  const { month, day, year, hour, minute = "0", half = "am", zone } = RESET.exec(words)?.groups ?? {};
  if (month === undefined && hour === undefined) return since + MINUTE;
  const then = wallClock(Math.trunc(since), zone);
  const offset = then.getTime() - Math.trunc(since);
  const at = [(Number(hour ?? 12) % 12) + (half.toLowerCase() === "pm" ? 12 : 0), Number(minute)] as const;
  const thisYear = then.getUTCFullYear();
  if (month === undefined) {
    const end = Date.UTC(thisYear, then.getUTCMonth(), then.getUTCDate(), ...at) - offset;
    return end <= since ? end + DAY : end;
  }
  const monthIndex = MONTHS.findIndex((name) => name.toLowerCase() === month.toLowerCase());
  const endIn = (one: number) => Date.UTC(one, monthIndex, Number(day), ...at) - offset;
  if (year !== undefined) return endIn(Number(year));
  // Without a year the nearest date is meant: January in December, and in January a December that has just ended.
  const distance = (end: number) => Math.abs(end - since);
  return [thisYear - 1, thisYear, thisYear + 1].map(endIn).reduce((a, b) => (distance(b) < distance(a) ? b : a));
}

/** Wall clock time in that zone, in the UTC fields of a date. */
function wallClock(moment: number, zone: string | undefined): Date {
  try {
    const shown = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
    return new Date(`${shown.format(moment).replace(" ", "T")}.${String(moment % 1000).padStart(3, "0")}Z`);
  } catch {
    return wallClock(moment, "UTC");
  }
}
