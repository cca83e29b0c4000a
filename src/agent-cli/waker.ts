import type { AgentPaths } from "./agent-paths.ts";

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
