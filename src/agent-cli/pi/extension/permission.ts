import type { Autonomy } from "#agent-cli/launch.ts";

/** The flag of the extension that passes the autonomy. */
export const AUTONOMY = "ovld-autonomy";

const READING = ["read", "grep", "find", "ls"];
const EDITING = ["edit", "write"];

/** Whether a person must allow the tool. Tools of the relay need no permission, and `own` has their names. */
export function needsPermission(tool: string, autonomy: unknown, own: ReadonlySet<string>): boolean {
  if (READING.includes(tool) || own.has(tool)) return false;
  const level: Autonomy = autonomy === "full" || autonomy === "edits" ? autonomy : "ask";
  return level === "ask" || (level === "edits" && !EDITING.includes(tool));
}
