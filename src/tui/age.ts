import type { DashboardWords } from "#i18n/dashboard-words.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Age in one unit, at least minutes: seconds would redraw the screen every second. */
export function ageOf(timestamp: string, now: number, { ages }: DashboardWords): string {
  const at = Date.parse(timestamp);
  if (!(at > 0)) return "";
  const age = now - at;
  if (age < MINUTE) return ages.now;
  if (age < HOUR) return ages.minutes(Math.floor(age / MINUTE));
  if (age < DAY) return ages.hours(Math.floor(age / HOUR));
  return ages.days(Math.floor(age / DAY));
}

/** `14:03:22` of today, `11-15 14:03` of another day, in local time. */
export function localMoment(timestamp: string, now: number): string {
  const at = new Date(timestamp);
  if (Number.isNaN(at.getTime())) return "?";
  const two = (n: number) => String(n).padStart(2, "0");
  const minute = `${two(at.getHours())}:${two(at.getMinutes())}`;
  const isToday = at.toDateString() === new Date(now).toDateString();
  return isToday ? `${minute}:${two(at.getSeconds())}` : `${two(at.getMonth() + 1)}-${two(at.getDate())} ${minute}`;
}
