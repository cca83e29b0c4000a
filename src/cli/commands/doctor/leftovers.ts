import { lstatSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { multiplexerOf, registryOf, surveySessions } from "#app/armies/army-parts.ts";
import { fileFailure } from "#base/files.ts";
import { findProgram } from "#base/find-program.ts";
import { removeStaleLock, staleLocksIn } from "#base/lock.ts";
import { staleSockets } from "#base/sockets.ts";
import { abandonedDemos, isDemoFolder, removeDemo } from "#cli/commands/demo/demo-home.ts";
import type { Context } from "#cli/frame/context.ts";
import type { Config } from "#config/settings.ts";
import { systemCode } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { removeEmptySocketFolder, watchSocketsOutside } from "#home/watch-socket.ts";
import { type Multiplexer, multiplexerKinds } from "#multiplexer/multiplexer.ts";

/** Files and armies left by killed programs. */
export interface Leftovers {
  /** Sockets on which no process listens. */
  sockets: string[];
  /** Locks and files of ended processes. */
  files: string[];
  registered: SessionEntry[];
  /** Registered armies that their multiplexer no longer lists. */
  orphans: SessionEntry[];
}

const OTHERS = 0o077;

export async function findLeftovers(context: Context, config: Config): Promise<Leftovers> {
  const multiplexers = await installedMultiplexers(context, config);
  const registered = await registryOf(context).list();
  // First, because a query of zellij breaks its stale lock.
  const files = await staleFiles(registered, multiplexers, context);
  const lists = multiplexers.map((each) => each.staleSockets());
  const sockets = (await Promise.all([...lists, staleWatchSockets(registered, context)])).flat();
  const surveyed = await surveySessions(registered, config, context);
  return {
    sockets,
    files,
    registered,
    orphans: surveyed.filter(({ state }) => state === "orphan").map(({ entry }) => entry),
  };
}

/** Without duplicates: two multiplexers may list the same file. */
async function staleFiles(
  registered: readonly SessionEntry[],
  multiplexers: readonly Multiplexer[],
  context: Context,
): Promise<string[]> {
  const paths = resolvePaths(context.env);
  const sessions = registered.map(({ name }) => sessionPaths(paths, name));
  const folders = [paths.home, ...sessions.flatMap(({ folder, relay }) => [folder, relay])];
  const lists = await Promise.all([
    ...folders.map((folder) => staleLocksIn(folder)),
    ...multiplexers.map((multiplexer) => multiplexer.staleFiles()),
    abandonedDemos(context),
  ]);
  return [...new Set(lists.flat())];
}

function staleWatchSockets(registered: readonly SessionEntry[], { env }: Context): Promise<string[]> {
  const paths = resolvePaths(env);
  return staleSockets(watchSocketsOutside(registered.map(({ name }) => sessionPaths(paths, name).folder)));
}

export async function removeLeftover(path: string, context: Context): Promise<void> {
  if (basename(path).includes(".lock")) return removeStaleLock(path);
  if (isDemoFolder(path, context)) return removeDemo(path, context);
  await rm(path, { recursive: true, force: true }).catch((error: unknown) => {
    throw fileFailure("remove", path, error);
  });
  removeEmptySocketFolder();
}

function installedMultiplexers(context: Context, config: Config): Promise<Multiplexer[]> {
  const kinds = multiplexerKinds.filter((kind) => findProgram(config.programs[kind], context.env.PATH));
  return Promise.all(kinds.map((kind) => multiplexerOf({ multiplexer: kind }, config, context)));
}

/** Paths that other users can access. A private ovld home makes everything below private. Follows no symlinks. */
export function openToOthers({ env }: Context): string[] {
  const { home } = resolvePaths(env);
  return isOpen(home) ? [home, ...openBelow(home)] : [];
}

function openBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return [...(isOpen(path) ? [path] : []), ...(entry.isDirectory() ? openBelow(path) : [])];
  });
}

function isOpen(path: string): boolean {
  try {
    const found = lstatSync(path);
    return !found.isSymbolicLink() && (found.mode & OTHERS) !== 0;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return false;
    throw error;
  }
}
