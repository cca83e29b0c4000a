import type { Mood } from "#agent-cli/agent-cli.ts";
import type { SessionState } from "#army/survey.ts";
import type { Message, MessageHead, MessageId, RoleId } from "#store/mail-store.ts";
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
export interface Recollection {
  type: "recollection";
  data: { settled: MessageId[]; open: [MessageId, string][]; last: [string, string][] };
}

/** What is known of an army by reading its journal from the start; whoever reads the same lines knows the same. */
export interface Knowledge {
  /** Every message that was told of. */
  readonly ids: ReadonlySet<MessageId>;
  /** Those of them whose story has ended. */
  readonly settled: ReadonlySet<MessageId>;
  /** The others, with the last that was told of each. */
  readonly open: ReadonlyMap<MessageId, string>;
  isNews(event: ArmyEvent): boolean;
  /** Takes in one line of the journal; true when it told something new. */
  learn(line: unknown): boolean;
  recollection(): Recollection;
}

export function newKnowledge(): Knowledge {
  const ids = new Set<MessageId>();
  const settled = new Set<MessageId>();
  const open = new Map<MessageId, string>();
  /** The last that was told of a role's status and mood, and of the session. */
  const last = new Map<string, string>();

  const note = (message: Progress) => {
    ids.add(message.id);
    if (message.state === "acked") {
      settled.add(message.id);
      open.delete(message.id);
    } else open.set(message.id, progressText(message));
  };

  const recall = ({ data }: Recollection) => {
    for (const id of data.settled) ids.add(id) && settled.add(id);
    for (const [id, text] of data.open) ids.add(id) && open.set(id, text);
    for (const [key, text] of data.last) last.set(key, text);
  };

  const isNews = (event: ArmyEvent): boolean => {
    switch (event.type) {
      case "message":
        return !ids.has(event.data.message.id);
      case "delivery":
        return open.has(event.data.id) && open.get(event.data.id) !== progressText(event.data);
      default:
        return last.get(keyOf(event)) !== JSON.stringify(event.data);
    }
  };

  return {
    ids,
    settled,
    open,
    isNews,
    learn(line) {
      if (isRecollection(line)) recall(line);
      if (!isEvent(line) || !isNews(line)) return false;
      if (line.type === "message") note(line.data.message);
      else if (line.type === "delivery") note(line.data);
      else last.set(keyOf(line), JSON.stringify(line.data));
      return true;
    },
    recollection: () => ({
      type: "recollection",
      data: { settled: [...settled], open: [...open], last: [...last] },
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

export function isRecollection(line: unknown): line is Recollection {
  return (line as Recollection | undefined)?.type === "recollection";
}
