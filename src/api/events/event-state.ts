import type { Mood } from "#agent-cli/agent-cli.ts";
import type { SessionState } from "#army/survey.ts";
import type { Message, MessageHead, MessageId, RoleId } from "#mail/message.ts";
import type { KnownIds } from "#store/mail-store.ts";
import { recentIds } from "#store/recent-ids.ts";
import type { RoleStatus } from "#store/status-board.ts";

/** How far a message has come. */
export type Progress = Pick<Message, "id" | "to" | "state" | "delivery" | "redelivered">;

/** What happened in an army, as its journal keeps it and clients are told. */
export type ArmyEvent =
  | { type: "message"; data: { message: MessageHead } }
  | { type: "delivery"; data: Progress }
  | { type: "status"; data: RoleStatus }
  | { type: "mood"; data: Mood & { role: RoleId } }
  | { type: "session"; data: { state: SessionState } };

/** Everything a journal has told so far, in short: the first line of one that was begun anew. */
export interface Snapshot {
  type: "recollection";
  data: {
    /** Every message up to this one was told of; ovld 0.1 named each. */
    bound?: MessageId;
    settled: MessageId[];
    /** With the last that was told of each, and its reader, whom ovld 0.1 did not name. */
    open: [id: MessageId, progress: string, to?: RoleId | undefined][];
    last: [string, string][];
  };
}

/** A message whose story has not ended. */
export interface OpenStory {
  /** The last that was told of it. */
  progress: string;
  to: RoleId | undefined;
}

/** What is known of an army by reading its journal from the start; whoever reads the same lines knows the same. */
export interface EventState {
  /** Every message that was told of. */
  readonly ids: KnownIds;
  /** Those of them whose story has ended: the newest by name, and all before them that are not open. */
  readonly settled: KnownIds;
  /** No message was told of yet. */
  readonly isBlank: boolean;
  /** Nothing up to this id is news, but what becomes of messages that are open. */
  readonly bound: MessageId;
  readonly open: ReadonlyMap<MessageId, OpenStory>;
  isNews(event: ArmyEvent): boolean;
  /** Takes in one line of the journal; true when it told something new. */
  learn(line: unknown): boolean;
  recollection(): Snapshot;
}

export function newEventState(remembered?: number): EventState {
  const ended = recentIds(remembered);
  const open = new Map<MessageId, OpenStory>();
  /** The last that was told of a role's status and mood, and of the session. */
  const last = new Map<string, string>();

  const isTold = (id: MessageId) => ended.has(id) || open.has(id);

  const note = (message: Progress) => {
    const { id, to, state } = message;
    if (state !== "acked") return open.set(id, { progress: progressText(message), to });
    ended.add(id);
    return open.delete(id);
  };

  const recall = ({ data }: Snapshot) => {
    ended.forget(data.bound ?? "");
    for (const id of data.settled) ended.add(id);
    for (const [id, progress, to] of data.open) open.set(id, { progress, to });
    for (const [key, text] of data.last) last.set(key, text);
  };

  const isNews = (event: ArmyEvent): boolean => {
    switch (event.type) {
      case "message":
        return !isTold(event.data.message.id);
      case "delivery":
        return open.has(event.data.id) && open.get(event.data.id)?.progress !== progressText(event.data);
      default:
        return last.get(keyOf(event)) !== JSON.stringify(event.data);
    }
  };

  return {
    ids: { has: isTold },
    settled: { has: (id) => ended.has(id) && !open.has(id) },
    get isBlank() {
      return ended.size === 0 && open.size === 0 && ended.bound === "";
    },
    get bound() {
      return ended.bound;
    },
    open,
    isNews,
    learn(line) {
      if (isSnapshot(line)) recall(line);
      if (!isEvent(line) || !isNews(line)) return false;
      if (line.type === "message") note(line.data.message);
      else if (line.type === "delivery") note(line.data);
      else last.set(keyOf(line), JSON.stringify(line.data));
      return true;
    },
    recollection: () => ({
      type: "recollection",
      data: {
        bound: ended.bound,
        settled: ended.ids(),
        open: [...open].map(([id, { progress, to }]) => [id, progress, to]),
        last: [...last],
      },
    }),
  };
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

/** The file is ours alone; this only keeps a torn line out. */
function isEvent(line: unknown): line is ArmyEvent {
  return TYPES.includes((line as ArmyEvent | undefined)?.type);
}

export function isSnapshot(line: unknown): line is Snapshot {
  return (line as Snapshot | undefined)?.type === "recollection";
}
