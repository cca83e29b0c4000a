import type { TokenUse } from "#agent-cli/agent-cli.ts";
import { charged, nothingUsed, sumOf } from "#army/budget.ts";
import { resolvePaths, sessionPaths } from "#config/paths.ts";
import { alignColumns } from "#i18n/columns.ts";
import type { Roster } from "#store/relay-store.ts";
import type { Context } from "./context.ts";
import { openSession } from "./find-session.ts";
import { loadConfig } from "./load-config.ts";
import { defineVerb, jsonFlag, sessionFlag } from "./verb.ts";

export const cost = defineVerb({
  flags: { ...sessionFlag, ...jsonFlag },
  examples: ["ovld cost", "ovld cost --json"],
  async run(context, { flags }) {
    const { out, words } = context;
    const { entry, roster } = await openSession(context, flags.session);
    const uses = await tokenUses(entry.name, roster, context);
    const total = sumOf([...uses.values()]);
    const { tokens_per_role: perRole, tokens_total: ofAll } = loadConfig(context).config.limits;
    if (flags.json) {
      const roles = [...uses].map(([role, use]) => ({ role, ...use, counted: charged(use) }));
      const limits = { tokensPerRole: perRole, tokensTotal: ofAll };
      return out.json({ session: entry.name, roles, total: { ...total, counted: charged(total) }, limits });
    }
    const row = (name: string, use: TokenUse, limit: number) => [
      name,
      ...[use.input, use.output, use.cacheRead, use.cacheWrite, charged(use)].map(count),
      limit === 0 ? words.cost.noLimit : count(limit),
    ];
    const rows = [...uses].map(([role, use]) => row(role, use, perRole));
    for (const line of alignColumns([[...words.cost.columns], ...rows, row(words.cost.total, total, ofAll)]))
      out.line(line);
  },
});

/** What each role of a session has used, in the roster's order. */
export async function tokenUses(session: string, { roles }: Roster, context: Context): Promise<Map<string, TokenUse>> {
  const { meter } = await context.wire.openAgentSenses();
  const places = sessionPaths(resolvePaths(context.env), session);
  const uses = new Map<string, TokenUse>();
  for (const { id } of roles) uses.set(id, meter ? await meter({ role: id, ...places })() : nothingUsed);
  return uses;
}

function count(n: number): string {
  return n.toLocaleString("en-US");
}
