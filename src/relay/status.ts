import * as z from "zod";
import { type RoleStatus, statusNames } from "#store/status-board.ts";
import { oneLine } from "./text.ts";

export const statusSchema = () =>
  z.object({
    role: z.string(),
    status: z.enum(statusNames),
    task: z.string(),
    updated: z.string(),
  });

export function describeStatus({ role, status, task, updated }: RoleStatus): string {
  return oneLine(`${role}: ${status}${task ? `, ${task}` : ""} (since ${updated})`);
}
