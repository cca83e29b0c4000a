import { type RoleStatus, statusNames } from "#store/status-board.ts";
import { schema } from "./schema.ts";
import { oneLine } from "./text.ts";

export const statusSchema = schema.output({
  role: schema.text(),
  status: schema.oneOf(statusNames),
  task: schema.text(),
  updated: schema.text(),
});

/** Without other fields that its file may have. */
export function statusData({ role, status, task, updated }: RoleStatus): RoleStatus {
  return { role, status, task, updated };
}

export function describeStatus({ role, status, task, updated }: RoleStatus): string {
  return oneLine(`${role}: ${status}${task ? `, ${task}` : ""} (since ${updated})`);
}
