import { join } from "node:path";
import { makeFolder } from "#base/files.ts";
import { withLock } from "#base/lock.ts";
import type { Context } from "#cli/context.ts";
import { resolvePaths } from "#config/paths.ts";

const TIME_LIMIT = 60_000;

/**
 * One army starts at a time on this machine: a zellij server that is just starting loses its socket when another process
 * asks for the list of sessions.
 */
export async function underSummonLock<T>({ env, signal }: Context, work: () => Promise<T>): Promise<T> {
  const { home } = resolvePaths(env);
  await makeFolder(home);
  return withLock(join(home, "summon.lock"), work, { timeLimit: TIME_LIMIT, signal });
}
