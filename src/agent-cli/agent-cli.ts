import type { ProcessIdentity } from "#base/process-identity.ts";
import type { AgentChannels } from "./notify-channels.ts";

/** Allowed without asking: nothing, file changes, everything. */
export type Autonomy = "ask" | "edits" | "full";

/** How the relay beside an agent is started. */
export interface RelayCommand {
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
}

export interface LaunchOptions {
  model?: string | undefined;
  /** File that registers the relay with the agent. */
  mcpFile: string;
  /** File with the agent's settings for this army alone. */
  settingsFile: string;
  autonomy: Autonomy;
  conversation?: Conversation | undefined;
  /** The ritual, if it is passed at the start instead of being typed. */
  ritual?: string | undefined;
}

/** A model's conversation, under an id that ovld chooses. */
export interface Conversation {
  id: string;
  /** True to resume the conversation, false to begin it. */
  isBegun: boolean;
}

/** The program that fills a role. All knowledge of its flags and files is behind this port. */
export interface AgentCli extends AgentChannels {
  readonly name: string;
  /** The command line that starts an agent. */
  argv(options: LaunchOptions): [string, ...string[]];
  /** Content of the `mcpFile`. */
  mcpFile(relay: RelayCommand): string;
  /** Content of the `settingsFile`. */
  settingsFile(setup: SetupOptions): string;
  /** Other files that must exist before the agent starts. */
  files(setup: SetupOptions): AgentFile[];
  /** Tokens used, from the CLI's own records; absent if it keeps none. */
  meter?(paths: AgentPaths): Meter;
  /** Wakes the agent without a keystroke; absent if the CLI cannot. */
  readonly waker?: Waker | undefined;
  /** Observes the agent by its hooks; absent if the CLI has none. */
  readonly observer?: AgentObserver | undefined;
  /** State of the input line, read off the screen. */
  composer(view: ScreenView): Composer;
  /** The line that reports a reached usage limit, if the screen shows one. */
  limitOn(screen: string): string | undefined;
  /** The start question on the screen, if any: typed text would be the answer. */
  dialogOn(screen: string): StartDialog | undefined;
  /** The questions that an agent would start with here, predicted from the CLI's own files. */
  unanswered(paths: StartContext): Promise<StartDialog[]>;
}

/** Directory and options of a possible start of an agent. */
export interface StartContext {
  directory: string;
  env: Readonly<Record<string, string | undefined>>;
  autonomy: Autonomy;
}

/** Input of an agent's files. */
export interface SetupOptions {
  paths: AgentPaths;
  lang: "en" | "ja";
  /** Given again when the agent has lost its conversation. */
  ritual?: string | undefined;
}

export interface AgentFile {
  path: string;
  content: string;
}

/** A pane at one moment. */
export interface ScreenView {
  /** Visible lines with the escape sequences of their colours. */
  screen: string;
  /** Counted from 0 at the upper left corner. */
  cursor?: { row: number; column: number } | undefined;
}

export type Composer =
  | { state: "empty" }
  | { state: "draft"; text: string }
  /** The agent asks a question: typed text would be the answer. */
  | { state: "dialog" }
  /** The screen shows no known state. */
  | { state: "unreadable" };

/** Trust in the folder; permission to do everything; theme and login on the first start; choice of an API key. */
export const startDialogs = ["trust", "bypass", "onboarding", "login"] as const;
export type StartDialog = (typeof startDialogs)[number];

/** Locates one agent: its role, and the folders of its session. */
export interface AgentPaths {
  role: string;
  /** The session's own folder. */
  folder: string;
  /** The folder of its relay store. */
  relay: string;
}

/** The observed state of an agent, as opposed to the status it declares. `unknown` must never be shown as idle. */
export const moodNames = ["starting", "ready", "busy", "asking", "limited", "parked", "gone", "unknown"] as const;
export type MoodName = (typeof moodNames)[number];

export interface Mood {
  mood: MoodName;
  /** ISO 8601, UTC. */
  since?: string | undefined;
  /** The question or the end of the limit in the agent CLI's words, or the reason for parking. */
  detail?: string | undefined;
  /** End of the usage limit. ISO 8601, UTC. */
  until?: string | undefined;
  /** Read off the screen or inferred, not reported by the agent CLI. */
  isGuess?: boolean | undefined;
  /** The agent runs without its relay: it can neither send mail nor be notified. */
  hasLostRelay?: boolean | undefined;
}

/** Progress as the CLI reports it, without guesses or timeouts. */
export interface Progress {
  /**
   * Grows by one when a tool batch of the model is done and its results are about to be sent; by two at the end of a
   * turn, which proves that the model has all results.
   */
  steps: number;
  /** Id of the current conversation, if the CLI reported one. */
  conversation?: string | undefined;
}

/** An agent CLI's stored conversations. */
export interface Conversations {
  /** Id of the agent's current or last conversation, as the CLI reported it; undefined if it did not. */
  current(paths: AgentPaths): Promise<string | undefined>;
  /** Whether the conversation can be resumed. */
  isBegun(id: string): Promise<boolean>;
}

/** Tokens by price category. */
export interface TokenUse {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

/** Total use of one agent. Reads only records since the last call. */
export type Meter = () => Promise<TokenUse>;

/** Wakes an agent without a keystroke, and parks it. */
export interface Waker {
  /** Wakes the agent, which reads the pending mark; `no-wait-hook` if none is running. Does not block. */
  wake(paths: AgentPaths): Promise<"woken" | "no-wait-hook">;
  /**
   * For the relay beside the agent: wait hooks end when this process ends, for any reason, or when it calls the
   * returned function.
   */
  hold(paths: AgentPaths): Promise<() => void>;
  /** Clears the reports and marks of the previous agent of this role, before another one starts. */
  clear(paths: AgentPaths): Promise<void>;
  /** Stops the agent at its next tool batch and shows the reason to the person; undefined lets it continue. */
  park(paths: AgentPaths, reason: string | undefined): Promise<void>;
  /** Ends wait hooks: the agent or its army has ended. */
  dismiss(paths: AgentPaths): Promise<void>;
}

/** State of an agent as its CLI reports it. */
export interface AgentObserver {
  mood(paths: AgentPaths): Promise<Mood>;
  /**
   * Calls `tell` when the mood may have changed, until the signal aborts. Events can be lost, so callers poll as well.
   */
  onMood(paths: AgentPaths, tell: () => void, signal: AbortSignal): void;
  /** The mood once the agent takes input, or the last one known after `limit` milliseconds or an abort. */
  whenReady(paths: AgentPaths, options: { limit: number; signal?: AbortSignal | undefined }): Promise<Mood>;
  /**
   * Progress of the agent with this pid. `silent` if no agent has reported anything yet: it has no hooks, or they are
   * disabled. Undefined if the report is from another process.
   */
  progress(paths: AgentPaths, process: number): Promise<Progress | "silent" | undefined>;
  /**
   * The agent's process as its hooks reported it, a report that the agent itself could forge; undefined without one.
   */
  process(paths: AgentPaths): Promise<ProcessIdentity | undefined>;
}
