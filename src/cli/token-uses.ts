import type { TokenUse } from "#agent-cli/agent-cli.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { nothingUsed } from "#mail/budget.ts";
import type { Roster } from "#store/relay-store.ts";
import type { Context } from "./context.ts";

/** What each role of a session has used, in the roster's order. */
export async function tokenUses(session: string, { roles }: Roster, context: Context): Promise<Map<string, TokenUse>> {
  const { meter } = await context.wire.openAgentSenses();
  const places = sessionPaths(resolvePaths(context.env), session);
  const uses = new Map<string, TokenUse>();
  for (const { id } of roles) uses.set(id, meter ? await meter({ role: id, ...places })() : nothingUsed);
  return uses;
}
