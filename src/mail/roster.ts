import type { Priority, RoleId } from "./message.ts";

/** One role of a session, as it is shown to people and models. */
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

/** The settings that the relays of a session need, fixed when it is summoned: a relay reads no TOML. */
export interface RelaySettings {
  lang: "en" | "ja";
  /** Whether the two insight tools are offered. */
  knowledge: boolean;
  /** Name of the project's folder in the knowledge folder. */
  shelf?: string;
  durability: "power" | "process";
  /** Seconds after which unread mail is returned to its sender. */
  deadlines?: Readonly<Record<Priority, number>>;
  /** `free` without a setting. */
  routing?: Routing;
  /** The limits of the loop guard; none without a setting. */
  storms?: StormLimits;
  /** The limits of the usage guard; none without a setting. */
  limits?: UseLimits;
  /** Fingerprint of the settings that all of this was taken from. */
  settled?: string;
  /**
   * Mail to an agent that has ended is returned at once, or at its deadline.
   */
  absent?: "bounce" | "wait";
  /** The program whose panes hold the agents, for the notifications that are typed. */
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
