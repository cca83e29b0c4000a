import { rm } from "node:fs/promises";
import { type DismissOptions, dismiss } from "#army/dismiss.ts";
import { type SurveyedSession, survey } from "#army/survey.ts";
import { OvldError } from "#base/errors.ts";
import { fileFailure } from "#base/files.ts";
import { type EnvironmentMatch, endProcessesWith } from "#base/processes.ts";
import { resolvePaths, sessionPaths } from "#config/paths.ts";
import { openRegistry, type Registry } from "#config/registry.ts";
import { releaseRelayLink } from "#config/relay-link.ts";
import type { SessionEntry } from "#config/session-entry.ts";
import type { Config } from "#config/settings.ts";
import { watchSocket } from "#config/watch-socket.ts";
import { environmentThere } from "#config/whereabouts.ts";
import type { Multiplexer, MultiplexerSession } from "#multiplexer/multiplexer.ts";
import type { Spectator } from "#multiplexer/spectator.ts";
import type { Typist } from "#multiplexer/typist.ts";
import type { Context } from "./context.ts";
import { keepHistory } from "./keep-history.ts";
import { underSummonLock } from "./summon/summon-lock.ts";

export function registryOf({ env, clock, out, words }: Context): Registry {
  return openRegistry({
    paths: resolvePaths(env),
    clock,
    onDamage: (file, keptAs) => out.note(`ovld: ${words.warnings.damaged({ file, keptAs })}`),
  });
}

/** The multiplexer of an army, which may have its sockets elsewhere than one that is started from here. */
export function multiplexerOf(
  { multiplexer: kind, whereabouts }: Pick<SessionEntry, "multiplexer" | "whereabouts">,
  { programs }: Pick<Config, "programs">,
  { env, wire }: Context,
): Promise<Multiplexer & Typist & Spectator> {
  return wire.openMultiplexer(kind, { program: programs[kind], env: environmentThere(whereabouts, env) });
}

/** What became of these sessions; a multiplexer that cannot be asked leaves its sessions unknown. */
export async function surveySessions(
  entries: readonly SessionEntry[],
  config: Config,
  context: Context,
): Promise<SurveyedSession[]> {
  const answers = new Map<string, readonly MultiplexerSession[] | undefined>();
  const surveyed: SurveyedSession[] = [];
  for (const entry of entries) {
    const server = JSON.stringify([entry.multiplexer, entry.whereabouts]);
    if (!answers.has(server)) {
      const multiplexer = await multiplexerOf(entry, config, context);
      answers.set(server, await multiplexer.sessions().catch(() => undefined));
    }
    surveyed.push(...survey([entry], { [entry.multiplexer]: answers.get(server) }));
  }
  return surveyed;
}

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
