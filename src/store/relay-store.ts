import type { Durability } from "#base/files.ts";
import type { MailStore, Message, MessageId, Priority, RoleId } from "./mail-store.ts";
import type { StatusBoard } from "./status-board.ts";

/** One line of a session's roster: who is there, as people and models are told. */
export interface RosterEntry {
  id: RoleId;
  name: { en: string; ja: string };
  icon: string;
  /** 1 is the highest. */
  rank: number;
  /** Whether it plans or carries out. */
  layer?: "command" | "execution";
  reportsTo?: RoleId;
}

/** What a session was summoned with that its relays must know; fixed for its life, so that a relay reads no TOML. */
export interface RelaySettings {
  lang: "en" | "ja";
  /** Whether the two insight tools are offered. */
  knowledge: boolean;
  /** Name of the project's folder in the knowledge folder. */
  shelf?: string;
  durability: Durability;
  /** Seconds after which unread mail goes back to its sender. */
  deadlines?: Readonly<Record<Priority, number>>;
  /** Whether agents write to whom they like, or along the ranks; free when nothing is said. */
  routing?: Routing;
  /** What keeps agents from answering each other for ever; none when there is nothing said. */
  storms?: StormLimits;
  /** What agents may use; nothing is limited when nothing is said. */
  limits?: UseLimits;
  /** Which state of the user's settings all of this was taken from. */
  settled?: string;
  /**
   * What becomes of mail to an agent that has ended: it goes back at once, or waits for the deadline like any other.
   */
  absent?: "bounce" | "wait";
  /** The program whose panes the roles sit in, for announcing mail there. */
  multiplexer?: { kind: "zellij" | "tmux"; program: string };
}

export type Routing = "free" | "ranks";

/** 0 is no limit. */
export interface StormLimits {
  /** Messages that two roles may exchange within a minute. */
  readonly pairPerMinute: number;
  /** Quick answers that may follow each other. */
  readonly chainHops: number;
}

/** 0 is no limit. */
export interface UseLimits {
  readonly tokensPerRole: number;
  /** Of all roles together. */
  readonly tokensTotal: number;
  /** Whether an agent is told to go on once its usage limit is over. */
  readonly resume: boolean;
}

export interface Roster {
  session: string;
  roles: RosterEntry[];
  settings: RelaySettings;
}

/** Who has announced mail that was not read yet. Derived from the inbox: it never suppresses a wake. */
export interface PendingMarks {
  /** Notes that `from` announced message `id` to `role`. */
  mark(role: RoleId, by: Announced): Promise<void>;
  read(role: RoleId): Promise<PendingMark | undefined>;
  /** Removes the mark, unless mail arrived that is newer than `upTo`. */
  clear(role: RoleId, upTo?: string): Promise<void>;
}

export type Announced = Pick<Message, "from" | "id" | "priority">;

export interface PendingMark {
  /** Newest announced id. */
  newest: MessageId;
  senders: RoleId[];
  /** The same of urgent mail alone, while some is announced and unread. */
  urgent?: Omit<PendingMark, "urgent">;
}

/** Everything one session's relays share. */
export interface RelayStore {
  readonly mail: MailStore;
  readonly status: StatusBoard;
  readonly pending: PendingMarks;
  /** Makes an inbox, a status and a place for marks for every role. */
  initialise(roster: Roster): Promise<void>;
  /** Throws `store-missing` when the store was never initialised. */
  roster(): Promise<Roster>;
  /**
   * Yields once at the start and after every change of mail, of what is known of its delivery or of a status, until
   * `signal` aborts. A change may be missed: look now and then. Throws `store-missing` once the store is gone.
   */
  watch(options: { signal: AbortSignal }): AsyncIterable<void>;
  /** Removes the store and everything in it. */
  clean(): Promise<void>;
}
