/** A message as an agent reads it in its inbox. */
export interface Mail {
  id: string;
  from: string;
  subject: string;
  body: string;
}

/** Actions of a script; all mail goes through the agent's relay. */
export interface AgentActions {
  readonly role: string;
  /** A line on the agent's own screen. */
  say(line: string): void;
  status(status: "working" | "done", task: string): Promise<void>;
  /** Resolves with the message's id once it is stored. */
  send(letter: { to: string; subject: string; body: string }): Promise<string>;
  /** Writes a file in the project after a realistic delay. */
  make(file: string, content: string): Promise<void>;
}

/** Reaction to a message or to a typed line. The only invented part of a scripted agent. */
export type AgentScript = (messages: readonly Mail[], actions: AgentActions) => Promise<void>;
