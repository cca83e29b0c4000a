const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `resets 3pm (Asia/Tokyo)`, `resets Nov 20, 3:30pm`, `resets Jan 2, 2027, 9am (UTC)` */
const RESET =
  /resets? (?:(?<month>[A-Z][a-z]{2}) (?<day>\d{1,2}),? ?(?:(?<year>\d{4}),? ?)?)?(?:(?<hour>\d{1,2})(?::(?<minute>\d\d))?(?<half>am|pm))?(?: ?\((?<zone>[^)]+)\))?/;

/** When a limit that was hit at `since` ends, by what Claude Code said of it. One of which it said nothing is short. */
export function endOfLimit(words: string, since: number): number {
  const { month, day, year, hour, minute = "0", half, zone } = RESET.exec(words)?.groups ?? {};
  if (month === undefined && hour === undefined) return since + MINUTE;
  const at = { hour: (Number(hour ?? 12) % 12) + (half === "pm" ? 12 : 0), minute: Number(minute) };
  const then = wallClock(Math.trunc(since), zone);
  const monthIndex = MONTHS.indexOf(month ?? "");
  const date =
    month === undefined
      ? Date.UTC(then.getUTCFullYear(), then.getUTCMonth(), then.getUTCDate(), at.hour, at.minute)
      : Date.UTC(Number(year ?? then.getUTCFullYear()), monthIndex, Number(day), at.hour, at.minute);
  const end = date - (then.getTime() - Math.trunc(since));
  return month === undefined && end <= since ? end + DAY : end;
}

/** The moment as clocks in that zone show it, in the fields of UTC. */
function wallClock(moment: number, zone: string | undefined): Date {
  try {
    const shown = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
    return new Date(`${shown.format(moment).replace(" ", "T")}.${String(moment % 1000).padStart(3, "0")}Z`);
  } catch {
    return wallClock(moment, "UTC");
  }
}
