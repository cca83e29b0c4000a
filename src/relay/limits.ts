import { statSync } from "node:fs";
import { run } from "#base/run.ts";
import { resolvePaths } from "#config/paths.ts";
import type { UseLimits } from "#store/relay-store.ts";

const UNLIMITED: UseLimits = { tokensPerRole: 0, tokensTotal: 0, resume: false };
const TIME_LIMIT = 20_000;

interface LimitSource {
  env: Readonly<Record<string, string | undefined>>;
  readLimits(): Promise<UseLimits>;
}

/** Those the army was summoned with, until the user's settings change: then those. An unchanged file costs one look. */
export function currentLimits(
  summonedWith: UseLimits = UNLIMITED,
  { env, readLimits }: LimitSource,
): () => Promise<UseLimits> {
  const file = fileOf(env);
  let limits = summonedWith;
  let read = changeOf(file);
  return async () => {
    const change = changeOf(file);
    if (change === read) return limits;
    // Only then: a file that cannot be read now is read at the next look.
    limits = await readLimits();
    read = change;
    return limits;
  };
}

/** A relay has no TOML parser: `ovld config` reads the settings for it. */
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

function fileOf(env: LimitSource["env"]): string | undefined {
  try {
    return resolvePaths(env).config;
  } catch {
    return undefined;
  }
}

function changeOf(file: string | undefined): string {
  const found = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : "";
}
