import type { TokenUse } from "#agent-cli/agent-cli.ts";
import type { Services } from "#app/services.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { nothingUsed } from "#mail/budget.ts";
import type { Roster } from "#mail/roster.ts";

/** Token use of each role, in the roster's order. */
export async function tokenUses(
  session: string,
  { roles }: Roster,
  services: Services,
): Promise<Map<string, TokenUse>> {
  const { meter } = await services.adapters.openAgentSenses();
  const folders = sessionPaths(resolvePaths(services.env), session);
  const uses = new Map<string, TokenUse>();
  for (const { id } of roles) uses.set(id, meter ? await meter({ role: id, ...folders })() : nothingUsed);
  return uses;
}
