import type { TokenUse } from "#agent-cli/usage.ts";
import type { UseLimits } from "./roster.ts";

/** The reached limit and the tokens used. */
export interface Breach {
  what: "role" | "total";
  used: number;
  limit: number;
}

export const nothingUsed: TokenUse = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/**
 * The tokens that count towards a limit. Cache reads do not count: they recur with every step, at a tenth of the price.
 */
export function charged({ input, output, cacheWrite }: TokenUse): number {
  return input + output + cacheWrite;
}

export function sumOf(uses: readonly TokenUse[]): TokenUse {
  return uses.reduce(
    (sum, use) => ({
      input: sum.input + use.input,
      output: sum.output + use.output,
      cacheRead: sum.cacheRead + use.cacheRead,
      cacheWrite: sum.cacheWrite + use.cacheWrite,
    }),
    nothingUsed,
  );
}

export function breachOf(own: TokenUse, all: TokenUse, limits: UseLimits): Breach | undefined {
  const bounds = [
    { what: "role", used: charged(own), limit: limits.tokensPerRole },
    { what: "total", used: charged(all), limit: limits.tokensTotal },
  ] as const;
  return bounds.find(({ used, limit }) => limit > 0 && used >= limit);
}
