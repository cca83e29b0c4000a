import { steady } from "./fit.ts";
import { joinFitting, type Line, span } from "./line.ts";
import { type RoleRow, roleRows, unreadText } from "./role-rows.ts";
import { roleTable } from "./role-table.ts";
import { nameOf, type Scene } from "./scene.ts";
import type { Snapshot } from "./snapshot.ts";
import { armyFacts } from "./title.ts";
import { chosenAmong, isSame, type RoleRef } from "./ui.ts";

export interface RoleBlocks {
  refs: RoleRef[];
  /** Number of lines if all are shown. */
  height: number;
  /** The lines around the chosen role that fit. */
  lines(room: number): Line[];
}

/** Each army's roles, and below them a summary of working roles and unread mail. */
export function roleBlocks(scene: Scene, { isRoomy }: { isRoomy: boolean }): RoleBlocks {
  const { snapshots = [], ui, isAll, columns } = scene;
  const blocks = snapshots.map((snapshot) => ({ snapshot, rows: roleRows(snapshot, scene) }));
  const refs = blocks.flatMap(({ rows }) => rows.map(({ ref }) => ref));
  const chosen = chosenAmong(ui, refs);
  const table = roleTable(
    blocks.flatMap(({ rows }) => rows),
    scene,
  );
  const roleLine = (row: RoleRow): LineOfRole => ({ line: table.line(row, isSame(row.ref, chosen)), ref: row.ref });
  const isOnly = blocks.length === 1 && !isAll;
  const scrolled = blocks.flatMap(({ snapshot, rows }): LineOfRole[] => [
    ...(isOnly ? [] : [{ line: joinFitting(armyFacts(snapshot, scene), columns) }]),
    ...rows.map(roleLine),
    ...(isOnly ? [] : [{ line: summaryOf(snapshot, scene) }]),
  ]);
  const above = isRoomy ? [table.heading] : [];
  const below = [...(isOnly ? blocks.map(({ snapshot }) => summaryOf(snapshot, scene)) : []), detailOf(scene, chosen)];
  const at = scrolled.findIndex(({ ref }) => ref && isSame(ref, chosen));
  return {
    refs,
    height: above.length + scrolled.length + below.length,
    lines: (room) => {
      const left = room - above.length - below.length;
      return left < 1 ? windowAround(scrolled, at, room) : [...above, ...windowAround(scrolled, at, left), ...below];
    },
  };
}

interface LineOfRole {
  line: Line;
  ref?: RoleRef;
}

function windowAround(lines: readonly LineOfRole[], at: number, room: number): Line[] {
  const from = Math.max(0, Math.min(lines.length - room, at - Math.floor(room / 2)));
  return lines.slice(from, from + room).map(({ line }) => line);
}

/** `Workers: 2/6  Pending: Overlord 2 (5m, busy)` */
export function summaryOf(snapshot: Snapshot, scene: Scene): Line {
  const { workers, pending, nothingPending } = scene.words.dashboard;
  const working = snapshot.statuses.filter(({ status }) => status === "working").length;
  const waiting = snapshot.mail.unread.map(
    ({ role }) => `${nameOf(role, snapshot, scene)} ${unreadText(role, snapshot, scene)}`,
  );
  return [
    span(`${workers}: `, "quiet"),
    span(`${working}/${snapshot.roles.length}`, working > 0 ? "good" : undefined),
    span(`  ${pending}: `, "quiet"),
    waiting.length > 0 ? span(waiting.join("  "), "warn") : span(nothingPending, "quiet"),
  ];
}

/** The notice; without one, the task of the chosen role, which its column may have cut. */
function detailOf(scene: Scene, chosen: RoleRef | undefined): Line {
  const { snapshots = [], ui } = scene;
  if (ui.notice) return [span(steady(ui.notice.text), ui.notice.tone)];
  const snapshot = snapshots.find(({ army }) => army === chosen?.army);
  const row = snapshot && roleRows(snapshot, scene).find(({ ref }) => isSame(ref, chosen));
  if (!row || row.task === "") return [];
  return [span(`${row.icon} `), span(row.task, "quiet")];
}
