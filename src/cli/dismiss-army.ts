import { rm } from "node:fs/promises";
import { type DismissOptions, dismiss } from "#army/dismiss.ts";
import { OvldError } from "#base/errors.ts";
import { fileFailure } from "#base/files.ts";
import { type EnvironmentMatch, endProcessesWith } from "#base/processes.ts";
import { resolvePaths, sessionPaths } from "#config/paths.ts";
import { releaseRelayLink } from "#config/relay-link.ts";
import type { SessionEntry } from "#config/session-entry.ts";
import type { Config } from "#config/settings.ts";
import { watchSocket } from "#config/watch-socket.ts";
import { environmentThere } from "#config/whereabouts.ts";
import { multiplexerOf, registryOf } from "./army-parts.ts";
import type { Context } from "./context.ts";
import { keepHistory } from "./keep-history.ts";
import { underSummonLock } from "./summon/summon-lock.ts";

/**
 * Ends an army while no other starts. One of its name that took its place meanwhile stays. Who ends an army has often given up
 * on something, by Ctrl-C for instance, and is not kept from it by that.
 */
export async function dismissAlone(
  entry: SessionEntry,
  config: Config,
  context: Context,
  options: DismissOptions = {},
): Promise<void> {
  const signal = context.signal.aborted ? new AbortController().signal : context.signal;
  await whileNoneStarts({ ...context, signal }, async () => {
    const current = await registryOf(context).find(entry.name);
    if (current?.started === entry.started) await dismissArmy(entry, config, context, options);
  });
}

/** Ends something while no army starts. On a disk that has no room for the lock none starts either, and agents must be ended all the same. */
export async function whileNoneStarts(context: Context, work: () => Promise<void>): Promise<void> {
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return work();
  };
  await underSummonLock(context, begin).catch((error: unknown) => {
    if (hasBegun || !OvldError.is(error, "file-failed")) throw error;
    return work();
  });
}

/** Under the lock: ends an army and removes all of it; with `keep` it can be taken up again. */
export async function dismissArmy(
  entry: SessionEntry,
  config: Config,
  context: Context,
  { history = true, ...options }: DismissOptions & { history?: boolean } = {},
): Promise<void> {
  const parts = {
    multiplexer: await multiplexerOf(entry, config, context),
    keepHistory: async () => {
      if (history) await keepHistory(entry, config, context);
    },
    store: await context.wire.openRelayStore(sessionPaths(resolvePaths(context.env), entry.name).relay),
    registry: registryOf(context),
    endProcesses: () => endArmyProcesses(entry, context),
    removeFolder: () => removeSessionFolder(entry.name, context),
  };
  await dismiss(entry.name, parts, options);
}

/** Ends whatever runs for an army beside its multiplexer. */
export async function endArmyProcesses(entry: SessionEntry, { env, clock, wire }: Context): Promise<void> {
  const { folder, relay } = sessionPaths(resolvePaths(env), entry.name);
  const { bell } = await wire.openAgentSenses();
  await Promise.allSettled(entry.roster.map((role) => bell?.dismiss({ role, folder, relay })));
  for (const match of [paneProcesses(entry, env), { OVLD_RELAY_DIR: relay }]) await endProcessesWith(match, clock);
}

/** Removes a session's own folder, and turns the link that led to its mail. */
export async function removeSessionFolder(session: string, context: Context): Promise<void> {
  const paths = resolvePaths(context.env);
  const { folder } = sessionPaths(paths, session);
  await rm(folder, { recursive: true, force: true }).catch((error: unknown) => {
    throw fileFailure("remove", folder, error);
  });
  // A watcher that was killed left it, perhaps outside the folder.
  await rm(watchSocket(folder), { force: true });
  const left = await registryOf(context).list();
  await releaseRelayLink(
    paths,
    session,
    left.map(({ name }) => name),
  );
}

/** What runs in the session's panes; a session of the same name on another socket is not ours. */
export function paneProcesses({ name, multiplexer, whereabouts }: SessionEntry, env: Context["env"]): EnvironmentMatch {
  const { HOME, ZELLIJ_SOCKET_DIR, XDG_RUNTIME_DIR, TMPDIR, TMUX_TMPDIR } = environmentThere(whereabouts, env);
  switch (multiplexer) {
    case "zellij":
      return { ZELLIJ_SESSION_NAME: name, HOME, ZELLIJ_SOCKET_DIR, XDG_RUNTIME_DIR, TMPDIR };
    case "tmux":
      return { OVLD_TMUX_SESSION: name, HOME, TMUX_TMPDIR };
  }
}
