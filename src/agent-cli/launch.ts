import type { AgentPaths } from "./agent-paths.ts";

/** Allowed without asking: nothing, file changes, everything. */
export type Autonomy = "ask" | "edits" | "full";

/** How the relay beside an agent is started. */
export interface RelayCommand {
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
}

export interface LaunchOptions {
  paths: AgentPaths;
  model?: string | undefined;
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

/** Input of an agent's files. */
export interface SetupOptions {
  paths: AgentPaths;
  lang: "en" | "ja";
  relay: RelayCommand;
  /** Given again when the agent has lost its conversation. */
  ritual?: string | undefined;
}

export interface AgentFile {
  path: string;
  content: string;
}

/** A machine and its user, as far as the folders of a program depend on them. */
export interface HomeContext {
  platform: NodeJS.Platform;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** Absolute paths. */
export interface OwnPlaces {
  /** Folders, with everything below. */
  folders: string[];
  files: string[];
}

/** Starts agents. */
export interface AgentLaunch {
  /** The command line that starts an agent. */
  argv(options: LaunchOptions): [string, ...string[]];
  /** Files that must exist before the agent starts. All are for this army alone: the user's own stay as they are. */
  files(setup: SetupOptions): AgentFile[];
  /** What the program writes outside of a project; a sandbox leaves it writable. */
  ownPlaces(context: HomeContext): OwnPlaces;
}

/** An agent CLI's stored conversations. */
export interface Conversations {
  /** Id of the agent's current or last conversation, as the CLI reported it; undefined if it did not. */
  current(paths: AgentPaths): Promise<string | undefined>;
  /** Whether the conversation can be resumed. */
  isBegun(id: string, paths: AgentPaths): Promise<boolean>;
}
