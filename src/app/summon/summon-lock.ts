import { join } from "node:path";
import type { Services } from "#app/services.ts";
import { withLock } from "#base/lock.ts";
import { makePrivateFolder } from "#base/private-folder.ts";
import { resolvePaths } from "#home/paths.ts";

const TIME_LIMIT = 60_000;

/** Serialises summonings: two at once could start two armies in one directory, or choose the same name. */
export async function underSummonLock<T>({ env, signal }: Services, work: () => Promise<T>): Promise<T> {
  const { home } = resolvePaths(env);
  await makePrivateFolder(home);
  return withLock(join(home, "summon.lock"), work, { timeLimit: TIME_LIMIT, signal });
}
