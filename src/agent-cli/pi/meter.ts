import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import { newLines } from "#agent-cli/exchange/transcripts.ts";
import type { Meter, TokenUse } from "#agent-cli/usage.ts";
import { entryIn } from "./transcript-entry.ts";

const kinds = ["input", "output", "cacheRead", "cacheWrite"] as const satisfies (keyof TokenUse)[];

/** pi writes each answer on one line with its use. A forked conversation repeats older lines, so an id counts once. */
export function piMeter(paths: AgentPaths): Meter {
  const known = new Set<string>();
  const sum: TokenUse = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const count = (line: string): void => {
    if (!line.includes('"usage"')) return;
    const { id, message } = entryIn(line);
    if (typeof id !== "string" || known.has(id) || message?.role !== "assistant") return;
    known.add(id);
    const usage = (message.usage ?? {}) as Record<string, unknown>;
    for (const kind of kinds) sum[kind] += tokensIn(usage[kind]);
  };
  const readOn = newLines(exchangePaths(paths).transcripts, count);
  return async () => {
    await readOn();
    return { ...sum };
  };
}

function tokensIn(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
