import type { Priority, RoleId } from "./message.ts";

/** One role of a session, as shown to people and models. */
export interface RosterEntry {
  id: RoleId;
  name: { en: string; ja: string };
  icon: string;
  /** 1 is the highest. */
  rank: number;
  /** Command roles plan; execution roles carry out. */
  layer?: "command" | "execution";
  reportsTo?: RoleId;
}

/** The settings that the relays of a session need, fixed at its summoning, because a relay reads no TOML. */
export interface RelaySettings {
  lang: "en" | "ja";
  /** Whether the two insight tools are offered. */
  knowledge: boolean;
  /** Name of the project's insight folder inside the knowledge folder. */
  shelf?: string;
  durability: "power" | "process";
  /** Seconds after which unread mail is returned to its sender. */
  deadlines?: Readonly<Record<Priority, number>>;
  /** `free` if absent. */
  routing?: Routing;
  /** The limits of the loop guard; no limits if absent. */
  storms?: StormLimits;
  /** The limits of the usage guard; no limits if absent. */
  limits?: UseLimits;
  /** Fingerprint of the config file from which these settings were read. */
  settled?: string;
  /**
   * Whether mail to an ended agent is returned at once (`bounce`) or at its deadline (`wait`).
   */
  absent?: "bounce" | "wait";
  /** The multiplexer of the army, for typed notifications. */
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
  /** Limit of all roles together. */
  readonly tokensTotal: number;
  /** Whether an agent is notified to continue once its usage limit is over. */
  readonly resume: boolean;
}

export interface Roster {
  session: string;
  roles: RosterEntry[];
  settings: RelaySettings;
}
