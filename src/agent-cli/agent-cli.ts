/** What agents may do without asking: nothing, change files, everything. */
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
  /** The ritual, when it is handed over at the start instead of being typed. */
  ritual?: string | undefined;
}

/** The program that fills a role. Everything that knows its flags and files lives behind this. */
export interface AgentCli {
  readonly name: string;
  /** The command line that starts an agent. */
  argv(order: AgentOrder): [string, ...string[]];
  /** Content of the order's `mcpFile`. */
  mcpFile(relay: RelayCommand): string;
  /** Content of the order's `settingsFile`. */
  settingsFile(): string;
}
