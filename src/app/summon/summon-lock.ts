import { join } from "node:path";
import { withLock } from "#base/lock.ts";
import { makePrivateFolder } from "#base/private-folder.ts";
import type { Context } from "#cli/context.ts";
import { resolvePaths } from "#home/paths.ts";

const TIME_LIMIT = 60_000;

/** One army starts at a time: two at once in one directory would both find none there, and two names could be the same. */
export async function underSummonLock<T>({ env, signal }: Context, work: () => Promise<T>): Promise<T> {
  const { home } = resolvePaths(env);
  await makePrivateFolder(home);
  return withLock(join(home, "summon.lock"), work, { timeLimit: TIME_LIMIT, signal });
}
