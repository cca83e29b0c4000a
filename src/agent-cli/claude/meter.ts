import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import { newLines } from "#agent-cli/exchange/transcripts.ts";
import type { Meter, TokenUse } from "#agent-cli/usage.ts";
import { entryIn, subagents } from "./transcript-entry.ts";

/**
 * Claude Code writes each part of an answer on its own line, with the answer's id and its use so far. A resumed
 * conversation may repeat older lines. Each id therefore counts once, with its maximum.
 */
export function claudeMeter(paths: AgentPaths): Meter {
  const { transcripts } = exchangePaths(paths);
  const known = new Map<string, TokenUse>();
  const sum: TokenUse = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

  const count = (line: string): void => {
    const told = usageIn(line);
    if (!told) return;
    const before = known.get(told.id);
    const now = { ...told.use };
    for (const kind of kinds) {
      now[kind] = Math.max(before?.[kind] ?? 0, told.use[kind]);
      sum[kind] += now[kind] - (before?.[kind] ?? 0);
    }
    known.set(told.id, now);
  };

  const readOn = newLines(transcripts, count, { beside: subagents });

  return async () => {
    await readOn();
    return { ...sum };
  };
}

const kinds = ["input", "output", "cacheRead", "cacheWrite"] as const satisfies (keyof TokenUse)[];

function usageIn(line: string): { id: string; use: TokenUse } | undefined {
  if (!line.includes('"usage"')) return undefined;
  const { message } = entryIn(line);
  const { id, usage } = message ?? {};
  if (typeof id !== "string" || typeof usage !== "object" || usage === null) return undefined;
  const tokens = (name: string) => {
    const value = (usage as Record<string, unknown>)[name];
    return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
  };
  return {
    id,
    use: {
      input: tokens("input_tokens"),
      output: tokens("output_tokens"),
      cacheRead: tokens("cache_read_input_tokens"),
      cacheWrite: tokens("cache_creation_input_tokens"),
    },
  };
}
