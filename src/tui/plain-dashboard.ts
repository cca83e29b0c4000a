import type { Army } from "#app/app.ts";
import { visiblePath } from "#base/visible-text.ts";
import type { Catalog } from "#i18n/catalog.ts";
import type { Lang } from "#i18n/lang.ts";
import { alarmLines } from "./alarms.ts";
import { plainText } from "./line.ts";
import { type MessageRow, messageRows } from "./message-table.ts";
import { summaryOf } from "./role-blocks.ts";
import { type RoleRow, roleRows } from "./role-rows.ts";
import type { Scene } from "./scene.ts";
import { type Snapshot, takeSnapshot } from "./snapshot.ts";
import { firstUi } from "./ui.ts";
import { withDashboard } from "./words.ts";

export interface PlainParts {
  armies: readonly Army[];
  words: Catalog;
  lang: Lang;
  now: number;
}

const NEWEST = 20;
const UNCUT = Number.POSITIVE_INFINITY;

/** A single snapshot as lines for screen readers and search: no columns, no colours, nothing cut. */
export async function plainDashboard({ armies, lang, now, ...given }: PlainParts): Promise<string[]> {
  const words = withDashboard(given.words, lang);
  if (armies.length === 0) return [words.status.noneAtAll, words.status.noneHint];
  const snapshots = await Promise.all(
    armies.map(async (army) => ({ ...(await takeSnapshot(army, NEWEST)), state: await army.state() })),
  );
  const scene: Scene = { words, lang, now, snapshots, ui: firstUi, columns: UNCUT, rows: UNCUT, isAll: true };
  const messages = messageRows(scene, NEWEST);
  return [
    ...alarmLines(scene, UNCUT).map(plainText),
    ...snapshots.flatMap((snapshot) => armyText(snapshot, scene)),
    `${words.dashboard.messages}:`,
    ...(messages.length > 0 ? messages.map((row) => messageText(row, scene)) : [words.mail.logEmpty]),
  ];
}

function armyText(snapshot: Snapshot, scene: Scene): string[] {
  const { army, directory, state } = snapshot;
  return [
    [army, state && scene.words.status.states[state], visiblePath(directory)].filter(Boolean).join("  "),
    ...roleRows(snapshot, scene).map((row) => roleText(row, scene)),
    plainText(summaryOf(snapshot, scene)),
    "",
  ];
}

/** `👑 Overlord *: working, busy, plan the assault, 2 (5m), 3m` */
function roleText({ icon, name, status, mood, task, unread, age }: RoleRow, { words }: Scene): string {
  const waiting = unread && `${words.dashboard.pending} ${unread}`;
  const facts = [status.text, mood?.text, task, waiting, age].filter(Boolean);
  return `${icon} ${name}: ${facts.join(", ")}`;
}

function messageText({ army, time, from, to, subject, isUrgent, state, why }: MessageRow, scene: Scene): string {
  const { words, snapshots = [] } = scene;
  const where = snapshots.length > 1 ? `${army}  ` : "";
  const facts = [isUrgent && words.mail.urgent, words.dashboard.states[state], why].filter(Boolean);
  return `${where}${time}  ${from} → ${to}: ${subject} [${facts.join(", ")}]`;
}
