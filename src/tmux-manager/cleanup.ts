/** A dead session that was cleaned up. */
export interface Cleanup {
  readonly session: string;
  /** Its server does not answer or is gone, all its panes are dead, or another program ended it. */
  readonly reason: "no-answer" | "server-gone" | "panes-dead" | "session-gone";
  /**
   * `killed`: the session was ended. `server-killed`: its server too, which had only sessions of this registry.
   * `processes-ended`: only its programs, because the server has other sessions. `forgotten`: only a registry entry was
   * left.
   */
  readonly action: "killed" | "server-killed" | "processes-ended" | "forgotten";
  /** ISO 8601, UTC. */
  readonly at: string;
}
