import type { Context } from "#cli/context.ts";
import { startBeside } from "#cli/start-beside.ts";

/** Gives the rituals from a process of its own, so that they go on when the person detaches. */
export function heraldRituals(session: string, context: Context, roles: readonly string[] = []): void {
  startBeside(session, ["ritual", ...roles, "--wait"], context.directory, context);
}
