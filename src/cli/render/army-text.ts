import type { MoodName } from "#agent-cli/observer.ts";
import type { ObservedMood } from "#app/observe/moods.ts";
import type { RitualProgress } from "#app/rituals/give-rituals.ts";
import { visibleLine } from "#base/visible-text.ts";
import type { Context } from "#cli/frame/context.ts";
import type { Style } from "#cli/frame/output.ts";
import { alignColumns } from "#i18n/columns.ts";
import { moodDetail } from "#i18n/mood-detail.ts";
import type { Roster, RosterEntry } from "#mail/roster.ts";
import type { RoleStatus } from "#store/status-board.ts";

const colours: Record<RoleStatus["status"], Style> = { working: "green", blocked: "red", done: "cyan", idle: "dim" };

/** The roles as a tree: subordinates are indented below their superior. A mixed army has a column for its CLIs. */
export function hierarchy(
  roster: Roster,
  agents: Readonly<Record<string, string>>,
  statuses: readonly RoleStatus[],
  rituals: readonly RitualProgress[],
  moods: ReadonlyMap<string, ObservedMood>,
  context: Context,
): string[] {
  const { words, lang, out } = context;
  const isMixed = new Set(Object.values(agents)).size > 1;
  const rows = branches(roster.roles, undefined, "").map(({ prefix, entry }) => {
    const { status, task } = statuses.find(({ role }) => role === entry.id) ?? { status: "idle" as const, task: "" };
    const ritual = rituals.find(({ role }) => role === entry.id);
    const other = lang === "ja" ? ` (${entry.name.en})` : "";
    return [
      `${prefix}${visibleLine(`${entry.icon} ${entry.name[lang]}${other}`)}`,
      entry.id,
      ...(isMixed ? [agents[entry.id] ?? ""] : []),
      entry.layer ? words.status.layers[entry.layer] : "",
      visibleLine(words.status.rank(entry.rank)),
      out.paint(colours[status], words.status.names[status]),
      moodText(moods.get(entry.id), context),
      visibleLine(task),
      ritual && ritual.state !== "given" ? out.paint("yellow", ritualText(ritual, context)) : "",
    ];
  });
  return alignColumns(rows);
}

function moodText(mood: ObservedMood | undefined, { words, out }: Context): string {
  if (!mood) return "";
  const name = `${words.status.moods[mood.mood]}${mood.isGuess ? "?" : ""}`;
  const detail = moodDetail(mood, words);
  const text = detail ? words.status.aside(name, visibleLine(detail)) : name;
  return needsPerson.includes(mood.mood) ? out.paint("yellow", text) : text;
}

const needsPerson: readonly MoodName[] = ["asking", "limited", "parked", "gone"];

function ritualText({ state, blocker }: RitualProgress, { words }: Context): string {
  return blocker ? words.status.blockers[blocker] : words.status.rituals[state];
}

interface Branch {
  prefix: string;
  entry: RosterEntry;
}

function branches(roles: readonly RosterEntry[], superior: string | undefined, indent: string): Branch[] {
  const known = new Set(roles.map(({ id }) => id));
  const isHere = ({ reportsTo }: RosterEntry) =>
    (reportsTo !== undefined && known.has(reportsTo) ? reportsTo : undefined) === superior;
  const here = roles.filter(isHere);
  return here.flatMap((entry, index) => {
    const last = index === here.length - 1;
    const [branch, stem] = superior === undefined ? ["", ""] : last ? ["└─ ", "   "] : ["├─ ", "│  "];
    return [{ prefix: `${indent}${branch}`, entry }, ...branches(roles, entry.id, `${indent}${stem}`)];
  });
}
