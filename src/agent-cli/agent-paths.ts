/** Locates one agent: its role, and the folders of its session. */
export interface AgentPaths {
  role: string;
  /** The session's own folder. */
  folder: string;
  /** The folder of its relay store. */
  relay: string;
}
