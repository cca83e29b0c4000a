import type { Context } from "#cli/context.ts";
import { startBeside } from "#cli/start-beside.ts";

/** Gives these roles their rituals from a process of its own, so that they go on when the person detaches. */
export function heraldRituals(session: string, context: Context, rituals: readonly { role: string }[]): void {
  if (rituals.length === 0) return;
  startBeside(session, ["ritual", ...rituals.map(({ role }) => role), "--wait"], context.directory, context);
}
