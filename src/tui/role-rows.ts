import type { Mood, MoodName } from "#agent-cli/observer.ts";
import type { RosterEntry } from "#mail/roster.ts";
import type { StatusName } from "#store/status-board.ts";
import { ageOf } from "./age.ts";
import { steady } from "./fit.ts";
import { type Span, span, type Tone } from "./line.ts";
import { nameOf, passes, type Scene } from "./scene.ts";
import type { Snapshot } from "./snapshot.ts";
import type { RoleRef } from "./ui.ts";

/** Texts of a role, not yet cut to the columns. */
export interface RoleRow {
  ref: RoleRef;
  icon: string;
  name: string;
  status: Span;
  /** Absent for armies without observation. */
  mood?: Span | undefined;
  task: string;
  unread: string;
  age: string;
}

const statusTones: Record<StatusName, Tone> = { working: "good", blocked: "bad", done: "info", idle: "quiet" };
const moodTones: Record<MoodName, Tone> = {
  starting: "quiet",
  ready: "quiet",
  busy: "good",
  asking: "warn",
  limited: "bad",
  parked: "bad",
  gone: "bad",
  unknown: "quiet",
};

export function roleRows(snapshot: Snapshot, scene: Scene): RoleRow[] {
  return snapshot.roles
    .map((entry) => roleRow(entry, snapshot, scene))
    .filter(({ ref, name, status, task }) => passes(scene, [ref.role, name, status.text, task, ref.army]));
}

function roleRow({ id, icon }: RosterEntry, snapshot: Snapshot, scene: Scene): RoleRow {
  const { words, now } = scene;
  const said = snapshot.statuses.find(({ role }) => role === id);
  const status = said?.status ?? "idle";
  const waiting = unreadText(id, snapshot, scene);
  const mood = snapshot.moods?.get(id);
  return {
    ref: { army: snapshot.army, role: id },
    icon: steady(icon),
    name: `${nameOf(id, snapshot, scene)}${waiting ? " *" : ""}`,
    status: span(words.status.names[status], statusTones[status]),
    mood: mood && moodSpan(mood, scene),
    task: steady(said?.task ?? ""),
    unread: waiting,
    age: said ? ageOf(said.updated, now, words.dashboard) : "",
  };
}

function moodSpan({ mood, isGuess }: Mood, { words }: Scene): Span {
  return span(`${words.dashboard.moods[mood]}${isGuess ? "?" : ""}`, moodTones[mood]);
}

/** `2 (5m, 3 tries, busy)`: number of messages; age, notification attempts and blocker of the oldest. */
export function unreadText(role: string, { mail }: Snapshot, { words, now }: Scene): string {
  const waiting = mail.unread.find((one) => one.role === role);
  if (!waiting) return "";
  const { timestamp, delivery } = waiting.oldest;
  const age = ageOf(timestamp, now, words.dashboard);
  const { attempts = 0, why } = delivery ?? {};
  const tries = attempts > 1 ? words.dashboard.tries(attempts) : "";
  const facts = [age, tries, why ? words.mail.waits[why] : ""].filter((fact) => fact !== "");
  return facts.length > 0
    ? words.status.aside(`${waiting.count}`, facts.join(words.dashboard.comma))
    : `${waiting.count}`;
}
