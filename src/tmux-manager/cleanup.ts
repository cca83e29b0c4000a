/** A session that was dead, and what was done about it. */
export interface Cleanup {
  readonly session: string;
  /** Its server does not answer or is gone, its panes are all dead, or somebody else ended it. */
  readonly reason: "no-answer" | "server-gone" | "panes-dead" | "session-gone";
  /**
   * `killed`: the session was ended. `server-killed`: its server too, which had nothing but ours. `processes-ended`:
   * only its programs, because the server has others' sessions. `forgotten`: nothing was left but an entry in the
   * registry.
   */
  readonly action: "killed" | "server-killed" | "processes-ended" | "forgotten";
  /** ISO 8601, UTC. */
  readonly at: string;
}
