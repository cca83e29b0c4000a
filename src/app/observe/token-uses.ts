import type { TokenUse } from "#agent-cli/usage.ts";
import { openSenses } from "#app/armies/army-agents.ts";
import type { Services } from "#app/services.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { Roster } from "#mail/roster.ts";

/** Token use of each role, in the roster's order. */
export async function tokenUses(
  session: string,
  { roles }: Roster,
  services: Services,
): Promise<Map<string, TokenUse>> {
  const sensesOf = await openSenses(services);
  const folders = sessionPaths(resolvePaths(services.env), session);
  const uses = new Map<string, TokenUse>();
  for (const { id: role } of roles) {
    const paths = { role, ...folders };
    uses.set(role, await sensesOf(paths).meter(paths)());
  }
  return uses;
}
