/** A message as an agent reads it in its inbox. */
export interface Mail {
  id: string;
  from: string;
  subject: string;
  body: string;
}

/** What a script can do; everything goes through the agent's relay. */
export interface AgentActions {
  readonly role: string;
  /** A line on the agent's own screen. */
  say(line: string): void;
  status(status: "working" | "done", task: string): Promise<void>;
  /** Resolves with the message's id once it is stored. */
  send(letter: { to: string; subject: string; body: string }): Promise<string>;
  /** Writes a file in the project, after as much time as such a thing takes. */
  make(file: string, content: string): Promise<void>;
}

/** What an agent does with news, be it mail or a line that a person typed. The one thing about a scripted agent that is not real. */
export type AgentScript = (news: readonly Mail[], actions: AgentActions) => Promise<void>;
