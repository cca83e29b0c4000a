import type { MessageHead, MessageState } from "#mail/message.ts";
import { localMoment } from "./age.ts";
import { cut, padded, steady, widthOf } from "./fit.ts";
import { type Line, span, type Tone } from "./line.ts";
import { nameOf, passes, type Scene } from "./scene.ts";
import type { Snapshot } from "./snapshot.ts";

const tones: Record<MessageState, Tone> = {
  queued: "warn",
  woken: "warn",
  read: "quiet",
  acked: "quiet",
  expired: "bad",
  bounced: "bad",
};

/** Texts of a message, not yet cut to the columns. */
export interface MessageRow {
  id: string;
  army: string;
  time: string;
  from: string;
  to: string;
  subject: string;
  isUrgent: boolean;
  state: MessageState;
  why: string;
}

/** The newest messages of the shown armies, newest first. */
export function messageLines(scene: Scene, most: number): Line[] {
  const { snapshots = [], words, columns } = scene;
  const rows = messageRows(scene, most);
  const isNarrow = columns < 60;
  const gap = " ".repeat(columns < 80 ? 1 : 2);
  const widest = (texts: readonly string[], limit: number) => Math.min(limit, Math.max(0, ...texts.map(widthOf)));
  const names = (pick: (row: MessageRow) => string) => widest(rows.map(pick), isNarrow ? 8 : 18);
  const stateOf = ({ state, why }: MessageRow) =>
    why && columns >= 100 ? words.status.aside(words.dashboard.states[state], why) : words.dashboard.states[state];
  const sizes = {
    army:
      snapshots.length > 1 && columns >= 100
        ? widest(
            snapshots.map(({ army }) => army),
            24,
          )
        : 0,
    time: widest(
      rows.map(({ time }) => time),
      11,
    ),
    from: names(({ from }) => from),
    to: names(({ to }) => to),
    state: widest(rows.map(stateOf), Math.floor(columns / 3)),
  };
  const arrow = isNarrow ? "→" : " → ";
  const fixed = (sizes.army > 0 ? sizes.army + gap.length : 0) + sizes.time + sizes.from + sizes.to + sizes.state;
  const subject = Math.max(0, columns - fixed - arrow.length - 3 * gap.length);
  return rows.map((row) => [
    span(`${padded(row.time, sizes.time)}${gap}`, "quiet"),
    ...(sizes.army > 0 ? [span(`${padded(row.army, sizes.army)}${gap}`, "quiet")] : []),
    span(`${padded(row.from, sizes.from)}${arrow}${padded(row.to, sizes.to)}${gap}`),
    ...subjectSpans(row, subject),
    span(`${gap}${cut(stateOf(row), sizes.state)}`, tones[row.state]),
  ]);
}

export function messageRows(scene: Scene, most: number): MessageRow[] {
  const { snapshots = [] } = scene;
  return snapshots
    .flatMap((snapshot) => snapshot.mail.newest.map((head) => messageRow(head, snapshot, scene)))
    .filter(({ from, to, subject, army }) => passes(scene, [from, to, subject, army]))
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, Math.max(0, most));
}

function subjectSpans({ subject, isUrgent }: MessageRow, width: number): Line {
  if (!isUrgent || width < 3) return [span(padded(subject, width), "strong")];
  return [span("! ", "bad"), span(padded(subject, width - 2), "strong")];
}

function messageRow(head: MessageHead, snapshot: Snapshot, scene: Scene): MessageRow {
  const { id, from, to, subject, priority, state, delivery, timestamp } = head;
  const moment = localMoment(timestamp, scene.now);
  return {
    id,
    army: snapshot.army,
    time: scene.columns < 60 ? moment.slice(0, 5) : moment,
    from: nameOf(from, snapshot, scene),
    to: nameOf(to, snapshot, scene),
    subject: steady(subject),
    isUrgent: priority === "urgent",
    state,
    why: delivery?.why ? scene.words.mail.waits[delivery.why] : "",
  };
}
