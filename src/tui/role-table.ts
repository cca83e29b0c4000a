import { padded, paddedLeft, widthOf } from "./fit.ts";
import { type Line, type Span, span } from "./line.ts";
import type { RoleRow } from "./role-rows.ts";
import type { Scene } from "./scene.ts";
import type { Words } from "./words.ts";

/** Cells per column; 0 omits the column. */
interface Widths {
  name: number;
  status: number;
  mood: number;
  task: number;
  unread: number;
  age: number;
}

export interface RoleTable {
  heading: Line;
  line(row: RoleRow, isChosen: boolean): Line;
}

const MARK = 2;
const ICON = 3;
const TASK_AT_LEAST = 8;
const UNREAD_AT_MOST = 32;

/** Columns are aligned across all shown armies; on a narrow screen the least needed ones are omitted. */
export function roleTable(rows: readonly RoleRow[], { columns, words }: Scene): RoleTable {
  const gap = columns < 80 ? 1 : 2;
  const titles = words.dashboard.columns;
  const widths = divide(rows, { columns, gap, words });
  const cells = (texts: Record<keyof Widths, Span>): Span[] =>
    (["name", "status", "mood", "task", "unread"] as const)
      .filter((column) => widths[column] > 0)
      .map((column) => ({ ...texts[column], text: padded(texts[column].text, widths[column]) + " ".repeat(gap) }));
  const age = (text: string): Span[] => (widths.age > 0 ? [span(paddedLeft(text, widths.age), "quiet")] : []);
  const head = (text: string) => span(text, "quiet");
  return {
    heading: [
      span(" ".repeat(MARK + ICON)),
      ...cells({
        name: head(titles.role),
        status: head(titles.status),
        mood: head(titles.mood),
        task: head(titles.task),
        unread: head(titles.unread),
        age: head(""),
      }),
      ...age(titles.age),
    ],
    line: (row, isChosen) => [
      span(isChosen ? "› " : "  ", "strong"),
      span(padded(row.icon, ICON)),
      ...cells({
        name: span(row.name, isChosen ? "strong" : undefined),
        status: row.status,
        mood: row.mood ?? span(""),
        task: span(row.task),
        unread: span(row.unread, "warn"),
        age: span(""),
      }),
      ...age(row.age),
    ],
  };
}

function divide(
  rows: readonly RoleRow[],
  { columns, gap, words }: { columns: number; gap: number; words: Words },
): Widths {
  const { ages, moods, columns: titles } = words.dashboard;
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(widthOf));
  const sizes = {
    name: Math.min(columns < 60 ? 12 : 26, widest([titles.role, ...rows.map(({ name }) => name)])),
    status: widest([titles.status, ...Object.values(words.status.names)]),
    mood: widest([titles.mood, ...Object.values(moods), ...rows.map(({ mood }) => mood?.text ?? "")]),
    age: widest([titles.age, ages.now, ages.minutes(59), ages.hours(23), ages.days(99)]),
    unread: Math.min(UNREAD_AT_MOST, widest(rows.map(({ unread }) => unread))),
  };
  const widths: Widths = { name: sizes.name, status: sizes.status, mood: 0, task: 0, unread: 0, age: 0 };
  let left = columns - MARK - ICON - sizes.name - gap - sizes.status - gap;
  const give = (column: "mood" | "age" | "unread", behind: number, reserve = 0) => {
    const needed = sizes[column] + behind;
    if (sizes[column] === 0 || left - needed < reserve) return;
    widths[column] = sizes[column];
    left -= needed;
  };
  if (rows.some(({ mood }) => mood)) give("mood", gap);
  give("age", 0);
  if (columns >= 100) give("unread", gap, 2 * TASK_AT_LEAST);
  widths.task = left - gap >= TASK_AT_LEAST ? left - gap : 0;
  return widths;
}
