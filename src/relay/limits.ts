import { run } from "#base/run.ts";
import { configChange } from "#config/config-change.ts";
import type { Environment } from "#home/paths.ts";
import type { RelaySettings, UseLimits } from "#mail/roster.ts";

const UNLIMITED: UseLimits = { tokensPerRole: 0, tokensTotal: 0, resume: false };
const TIME_LIMIT = 20_000;

interface LimitSource {
  env: Environment;
  readLimits(): Promise<UseLimits>;
}

/**
 * The limits of the summoning until the user's settings change; then the new ones, also for a relay that starts after
 * the change. An unchanged file costs one stat.
 */
export function currentLimits(
  { limits: summonedWith = UNLIMITED, settled }: Pick<RelaySettings, "limits" | "settled">,
  { env, readLimits }: LimitSource,
): () => Promise<UseLimits> {
  let limits = summonedWith;
  let read = settled ?? configChange(env);
  return async () => {
    const change = configChange(env);
    if (change === read) return limits;
    // Set after the reading, so that a failed reading is retried at the next call.
    limits = await readLimits();
    read = change;
    return limits;
  };
}

/** Reads the settings by `ovld config`, because a relay has no TOML parser. */
export async function limitsFrom({ program, main }: { program: string; main: string }): Promise<UseLimits> {
  const { stdout } = await run(program, [main, "config", "--json"], { cwd: "/", timeLimit: TIME_LIMIT });
  const values = JSON.parse(stdout) as Record<string, { value: unknown } | undefined>;
  const number = (key: string) => Number(values[key]?.value ?? 0);
  return {
    tokensPerRole: number("limits.tokens_per_role"),
    tokensTotal: number("limits.tokens_total"),
    resume: values["limits.resume"]?.value === true,
  };
}
