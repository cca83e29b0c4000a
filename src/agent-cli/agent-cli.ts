/** What agents may do without asking: nothing, change files, everything. */
import type { ProcessIdentity } from "#base/process-identity.ts";

export type Autonomy = "ask" | "edits" | "full";

/** How the relay beside an agent is started. */
export interface RelayCommand {
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
}

export interface AgentOrder {
  model?: string | undefined;
  /** File that tells the agent of its relay. */
  mcpFile: string;
  /** File with the agent's settings for this army alone. */
  settingsFile: string;
  autonomy: Autonomy;
  conversation?: Conversation | undefined;
  /** The ritual, when it is handed over at the start instead of being typed. */
  ritual?: string | undefined;
}

/** What an agent and its model have said to each other, under an id that we choose. */
export interface Conversation {
  id: string;
  /** It is taken up again; else it begins. */
  isBegun: boolean;
}

/** The program that fills a role. Everything that knows its flags and files lives behind this. */
export interface AgentCli {
  readonly name: string;
  /** The command line that starts an agent. */
  argv(order: AgentOrder): [string, ...string[]];
  /** Content of the order's `mcpFile`. */
  mcpFile(relay: RelayCommand): string;
  /** Content of the order's `settingsFile`. */
  settingsFile(charge: AgentCharge): string;
  /** What else must be there before the agent starts. */
  files(charge: AgentCharge): AgentFile[];
  /** What its own records tell of the tokens it used, if it keeps any. */
  meter?(paths: AgentPaths): Meter;
  /** How it is woken without a keystroke, if it can be. */
  readonly waker?: Waker | undefined;
  /** What its hooks tell of it, if it has any. */
  readonly observer?: AgentObserver | undefined;
  /** What its screen tells of the place where a line is typed. */
  composer(view: ScreenView): Composer;
  /** The line in which it says that its usage limit is reached, if its screen shows one. */
  limitOn(screen: string): string | undefined;
  /** The question of its start that it waits with, if it does: whatever is typed would be the answer. */
  dialogOn(screen: string): StartDialog | undefined;
  /** The questions that an agent would start with here, as far as its own files tell. */
  unanswered(paths: StartContext): Promise<StartDialog[]>;
}

/** Where and how an agent would be started. */
export interface StartContext {
  directory: string;
  env: Readonly<Record<string, string | undefined>>;
  autonomy: Autonomy;
}

/** Whom an agent is prepared for. */
export interface AgentCharge {
  paths: AgentPaths;
  lang: "en" | "ja";
  /** To be given again when the agent has lost its conversation. */
  ritual?: string | undefined;
}

export interface AgentFile {
  path: string;
  content: string;
}

/** A pane at one moment. */
export interface ScreenView {
  /** The lines it shows, with the escape sequences of their colours. */
  screen: string;
  /** From the upper left corner, counted from 0. */
  cursor?: { row: number; column: number } | undefined;
}

export type Composer =
  | { state: "empty" }
  | { state: "draft"; text: string }
  /** It asks something: whatever is typed would be the answer. */
  | { state: "dialog" }
  /** Nothing on the screen tells. */
  | { state: "unreadable" };

/** Whether to trust the folder, to let agents do everything, how to look and log in, or which key to use. */
export const startDialogs = ["trust", "bypass", "onboarding", "login"] as const;
export type StartDialog = (typeof startDialogs)[number];

/** Where one agent is found: its role, and the folders of its session. */
export interface AgentPaths {
  role: string;
  /** The session's own folder. */
  folder: string;
  /** The folder of its relay store. */
  relay: string;
}

/** What is observed of an agent, as opposed to the status it declares. `unknown` is never to be shown as idle. */
export const moodNames = ["starting", "ready", "busy", "asking", "limited", "parked", "gone", "unknown"] as const;
export type MoodName = (typeof moodNames)[number];

export interface Mood {
  mood: MoodName;
  /** ISO 8601, UTC. */
  since?: string | undefined;
  /** What it asks or when a limit ends, in the agent CLI's own words; why it is parked. */
  detail?: string | undefined;
  /** When its usage limit ends. ISO 8601, UTC. */
  until?: string | undefined;
  /** Read off the screen, or concluded, instead of told by the agent CLI. */
  isGuess?: boolean | undefined;
  /** It goes on, but its relay does not: it can neither write to others nor be told of mail. */
  hasLostRelay?: boolean | undefined;
}

/** How far an agent has come, by the word of its CLI alone: nothing of it is guessed, or hangs on a clock. */
export interface Progress {
  /**
   * Grows by one when everything is done that the model asked for in one breath, and it is about to be told; by two when it ends
   * its turn, for then it has been told of everything.
   */
  steps: number;
  /** The id of the conversation that it is in, where it told one. */
  conversation?: string | undefined;
}

/** What an agent CLI keeps of its conversations. */
export interface Conversations {
  /** The one that an agent is or was last in, by its own word; undefined when it told none. */
  current(paths: AgentPaths): Promise<string | undefined>;
  /** Whether there is something to take up again. */
  isBegun(id: string): Promise<boolean>;
}

/** Of a tool call: that it was asked for, what came of it, or that nothing did, whatever the tool answered: a person broke it off. */
export type Kept = "asked" | "answered" | "failed";

/** What an agent CLI has written down of one agent's conversation: all that is left of it when the agent is killed now. */
export interface Transcript {
  /** The name of a call, in what the CLI sends along with it; undefined where it sends none. */
  callIn(meta: Readonly<Record<string, unknown>> | undefined): string | undefined;
  /** What is written down of a call that was made just now; undefined where no record is kept. Asked again, it reads only what is new. */
  look(call: string): Promise<Trace | undefined>;
}

export interface Trace {
  /** Undefined where the call does not stand there yet. */
  kept: Kept | undefined;
  /** Other calls stand there, so this one is to be expected. */
  hasOthers: boolean;
}

/** Tokens, as they are paid for. */
export interface TokenUse {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

/** Everything one agent has used so far. Asked again, it reads only what is new. */
export type Meter = () => Promise<TokenUse>;

/** Wakes an agent without a keystroke, and holds it back. */
export interface Waker {
  /** Wakes the agent, which reads the pending mark; `nobody` when its wait hook does not wait just now. Answers at once. */
  wake(paths: AgentPaths): Promise<"woken" | "nobody">;
  /**
   * For the relay beside the agent: wait hooks end when this process ends, in whatever way, or when it calls the returned
   * function.
   */
  hold(paths: AgentPaths): Promise<() => void>;
  /** Before another agent starts in this place: forgets what the one before told and was told. */
  makeWay(paths: AgentPaths): Promise<void>;
  /** Holds the agent at its next tool batch, with the reason that its person is shown; without one it may go on. */
  park(paths: AgentPaths, reason: string | undefined): Promise<void>;
  /** Ends wait hooks: the agent or its army has ended. */
  dismiss(paths: AgentPaths): Promise<void>;
}

/** What an agent CLI tells of its agent. */
export interface AgentObserver {
  mood(paths: AgentPaths): Promise<Mood>;
  /** Calls `tell` when the mood may be another, until the signal aborts. Events can be missed, so callers poll as well. */
  onMood(paths: AgentPaths, tell: () => void, signal: AbortSignal): void;
  /** The mood as soon as the agent takes input, or the last one known when `limit` milliseconds are over or the signal aborts. */
  whenReady(paths: AgentPaths, options: { limit: number; signal?: AbortSignal | undefined }): Promise<Mood>;
  /**
   * Of the agent that has this process. `silent` where nothing has been told of any agent yet: it has no hooks, or they are
   * switched off. Undefined where what is told is of another.
   */
  progress(paths: AgentPaths, process: number): Promise<Progress | "silent" | undefined>;
  /** The agent's process as its hooks told it, which the agent itself can write; undefined where they told none. */
  process(paths: AgentPaths): Promise<ProcessIdentity | undefined>;
}
