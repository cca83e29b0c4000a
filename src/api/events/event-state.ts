import type { Mood } from "#agent-cli/observer.ts";
import type { SessionState } from "#army/survey.ts";
import type { Message, MessageHead, MessageId, RoleId } from "#mail/message.ts";
import type { KnownIds } from "#store/mail-store.ts";
import { recentIds } from "#store/recent-ids.ts";
import type { RoleStatus } from "#store/status-board.ts";

/** The delivery of a message. */
export type Progress = Pick<Message, "id" | "to" | "state" | "delivery" | "redelivered">;

/** A change in an army, as in the event file and as sent to clients. */
export type ArmyEvent =
  | { type: "message"; data: { message: MessageHead } }
  | { type: "delivery"; data: Progress }
  | { type: "status"; data: RoleStatus }
  | { type: "mood"; data: Mood & { role: RoleId } }
  | { type: "session"; data: { state: SessionState } };

/** The state after all events of an event file, as the first line of the file that replaces it. */
export interface Snapshot {
  type: "recollection";
  data: {
    /** Every message up to this one is settled or open. Early files of ovld 0.1 have none: they name every message. */
    bound?: MessageId;
    settled: MessageId[];
    /** Early files of ovld 0.1 do not name the reader. */
    open: [id: MessageId, progress: string, to?: RoleId | undefined][];
    last: [string, string][];
  };
}

/** A message that is not acknowledged yet. */
export interface OpenMessage {
  /** The last published state. */
  progress: string;
  to: RoleId | undefined;
}

/** The result of all events of a file: servers that read the same lines have the same state. */
export interface EventState {
  /** Every published message. */
  readonly ids: KnownIds;
  /** Published messages that are acknowledged. */
  readonly settled: KnownIds;
  /** No message is published yet. */
  readonly isBlank: boolean;
  /** Up to this id every message is published. The ids of settled messages behind it are remembered one by one. */
  readonly bound: MessageId;
  readonly open: ReadonlyMap<MessageId, OpenMessage>;
  isNew(event: ArmyEvent): boolean;
  /** Applies one line of the event file; true for an event that is new. */
  learn(line: unknown): boolean;
  snapshot(): Snapshot;
}

export function newEventState(remembered?: number): EventState {
  const ended = recentIds(remembered);
  const open = new Map<MessageId, OpenMessage>();
  /** The last status and mood of each role, and the last state of the session. */
  const last = new Map<string, string>();

  const isPublished = (id: MessageId) => ended.has(id) || open.has(id);

  const note = (message: Progress) => {
    const { id, to, state } = message;
    if (state !== "acked") return open.set(id, { progress: progressText(message), to });
    ended.add(id);
    return open.delete(id);
  };

  const restore = ({ data }: Snapshot) => {
    ended.forget(data.bound ?? "");
    for (const id of data.settled) ended.add(id);
    for (const [id, progress, to] of data.open) open.set(id, { progress, to });
    for (const [key, text] of data.last) last.set(key, text);
  };

  const isNew = (event: ArmyEvent): boolean => {
    switch (event.type) {
      case "message":
        return !isPublished(event.data.message.id);
      case "delivery":
        return open.has(event.data.id) && open.get(event.data.id)?.progress !== progressText(event.data);
      default:
        return last.get(keyOf(event)) !== JSON.stringify(event.data);
    }
  };

  return {
    ids: { has: isPublished },
    settled: { has: (id) => ended.has(id) && !open.has(id) },
    get isBlank() {
      return ended.size === 0 && open.size === 0 && ended.bound === "";
    },
    get bound() {
      return ended.bound;
    },
    open,
    isNew,
    learn(line) {
      if (isSnapshot(line)) restore(line);
      if (!isEvent(line) || !isNew(line)) return false;
      if (line.type === "message") note(line.data.message);
      else if (line.type === "delivery") note(line.data);
      else last.set(keyOf(line), JSON.stringify(line.data));
      return true;
    },
    snapshot: () => {
      const messages = [...open].map(([id, { progress, to }]): Snapshot["data"]["open"][number] => [id, progress, to]);
      return {
        type: SNAPSHOT,
        data: { bound: ended.bound, settled: ended.ids(), open: messages, last: [...last] },
      };
    },
  };
}

/** The state of an army with all messages up to `bound` settled, except the open ones. */
export function snapshotOf(bound: MessageId, open: readonly Progress[]): Snapshot {
  const messages = open.map((one): Snapshot["data"]["open"][number] => [one.id, progressText(one), one.to]);
  return { type: SNAPSHOT, data: { bound, settled: [], open: messages, last: [] } };
}

export function progressOf({ id, to, state, delivery, redelivered }: Message): Progress {
  return { id, to, state, ...(delivery && { delivery }), ...(redelivered && { redelivered }) };
}

function progressText({ state, delivery, redelivered }: Progress): string {
  return JSON.stringify([state, delivery, redelivered]);
}

function keyOf(event: ArmyEvent): string {
  return "role" in event.data ? `${event.type}/${event.data.role}` : event.type;
}

const TYPES: readonly unknown[] = ["message", "delivery", "status", "mood", "session"] satisfies ArmyEvent["type"][];

/** Excludes torn lines and snapshots; only ovld writes the file, so the data needs no check. */
function isEvent(line: unknown): line is ArmyEvent {
  return TYPES.includes((line as ArmyEvent | undefined)?.type);
}

/** The name in event files. */
const SNAPSHOT = "recollection";

export function isSnapshot(line: unknown): line is Snapshot {
  return (line as Snapshot | undefined)?.type === SNAPSHOT;
}
