import type { RoleId } from "#mail/message.ts";

export const statusNames = ["idle", "working", "blocked", "done"] as const;
export type StatusName = (typeof statusNames)[number];

/** The status that a role declares about itself. */
export interface RoleStatus {
  role: RoleId;
  status: StatusName;
  task: string;
  /** ISO 8601, UTC. */
  updated: string;
}

export interface StatusBoard {
  get(role: RoleId): Promise<RoleStatus>;
  /** One status for each role, in the roster's order. */
  all(): Promise<RoleStatus[]>;
  set(status: RoleStatus): Promise<void>;
}
