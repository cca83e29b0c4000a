/** Ways to notify a running agent: a module inside its program, hooks of the program, a typed line. */
export type NotifyChannel = "mod" | "hooks" | "typing";

export interface NotifyChannels {
  /** The available ones, in the order in which they are tried. */
  channels: readonly NotifyChannel[];
  /** The version or setting that makes the others unavailable. */
  reason?: string | undefined;
}

/** An installed agent CLI and its user. */
export interface InstalledAgent {
  version: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** Predicts from version and settings how agents will be notified. */
export interface AgentChannels {
  notifyChannels(installed: InstalledAgent): Promise<NotifyChannels>;
}
