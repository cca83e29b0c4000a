import type { TokenUse } from "#agent-cli/usage.ts";
import { openSession } from "#app/armies/find-session.ts";
import { loadConfig } from "#app/armies/load-config.ts";
import { tokenUses } from "#app/observe/token-uses.ts";
import { defineCommand, jsonFlag, sessionFlag } from "#cli/frame/command.ts";
import { alignColumns } from "#i18n/columns.ts";
import { reportWords } from "#i18n/report-words.ts";
import { charged, sumOf } from "#mail/budget.ts";

export const cost = defineCommand({
  flags: { ...sessionFlag, ...jsonFlag },
  examples: ["ovld cost", "ovld cost --json"],
  async run(context, { flags }) {
    const { out, lang } = context;
    const words = reportWords(lang).cost;
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
      limit === 0 ? words.noLimit : count(limit),
    ];
    const rows = [...uses].map(([role, use]) => row(role, use, perRole));
    for (const line of alignColumns([[...words.columns], ...rows, row(words.total, total, ofAll)])) out.line(line);
  },
});

function count(n: number): string {
  return n.toLocaleString("en-US");
}
