import { alarmLines } from "./alarms.ts";
import { textOf } from "./draft.ts";
import { steady } from "./fit.ts";
import { footerOf } from "./footer.ts";
import { helpLines } from "./help.ts";
import { cutLine, type Line, span } from "./line.ts";
import { messageLines } from "./message-table.ts";
import { roleBlocks } from "./role-blocks.ts";
import type { Scene } from "./scene.ts";
import { titleLine } from "./title.ts";
import type { RoleRef } from "./ui.ts";

export interface Screen {
  /** One per row of the terminal. */
  lines: Line[];
  /** Roles that can be chosen, top to bottom. */
  refs: RoleRef[];
  cursor?: { row: number; column: number } | undefined;
}

/** With fewer rows, headings are omitted. */
const ROOMY = 18;
const [FEW_MESSAGES, FEWER_MESSAGES] = [3, 2];
const [MANY_ALARMS, ONE_ALARM] = [5, 1];

/** Pure: the scene determines the screen. */
export function draw(scene: Scene): Screen {
  const rows = Math.max(1, scene.rows);
  const footer = footerOf(scene);
  const { refs, body, isCut } = scene.ui.mode === "help" ? helpBody(scene) : watchBody(scene, rows - 2);
  const top = [titleLine(scene, isCut ? refs : []), ...body].slice(0, rows - 1);
  const filler = Array.from({ length: Math.max(0, rows - 1 - top.length) }, (): Line => []);
  const lines = rows === 1 ? [footer.line] : [...top, ...filler, footer.line];
  return {
    lines: lines.map((line) => cutLine(line, scene.columns)),
    refs,
    cursor: footer.caret === undefined ? undefined : { row: rows - 1, column: footer.caret },
  };
}

interface Body {
  refs: RoleRef[];
  body: Line[];
  /** Whether some roles do not fit. */
  isCut?: boolean;
}

function helpBody(scene: Scene): Body {
  return { refs: [], body: helpLines(scene) };
}

/** Order: alarms, roles, messages. A few lines are reserved for the messages. */
function watchBody(scene: Scene, room: number): Body {
  const { snapshots, ui, rows, words } = scene;
  const { empty, messages: heading } = words.dashboard;
  if (!snapshots) return { refs: [], body: [] };
  if (snapshots.length === 0) return { refs: [], body: [[span(scene.isAll ? empty.armies : empty.ended, "quiet")]] };
  const isRoomy = rows >= ROOMY;
  const alarms = alarmLines(scene, isRoomy ? MANY_ALARMS : ONE_ALARM);
  const blocks = roleBlocks(scene, { isRoomy });
  const above = isRoomy ? [[], [span(heading, "strong")]] : [];
  const few = isRoomy ? FEW_MESSAGES : FEWER_MESSAGES - alarms.length;
  const forRoles = Math.min(blocks.height, Math.max(1, room - alarms.length - above.length - few));
  const messages = messageLines(scene, room - alarms.length - above.length - forRoles);
  const filter = steady(textOf(ui.filter));
  const nothing: Line = [span(filter === "" ? empty.messages : empty.match(filter), "quiet")];
  return {
    refs: blocks.refs,
    isCut: blocks.height > forRoles,
    body: [...alarms, ...blocks.lines(forRoles), ...above, ...(messages.length > 0 ? messages : [nothing])],
  };
}
