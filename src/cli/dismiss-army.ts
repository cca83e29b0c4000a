import { rm } from "node:fs/promises";
import { basename } from "node:path";
import { multiplexerOf, registryOf } from "#app/armies/army-parts.ts";
import { type ArmyProcesses, armyProcesses } from "#app/lifecycle/army-processes.ts";
import { type DismissOptions, dismiss } from "#app/lifecycle/dismiss.ts";
import { underSummonLock } from "#app/summon/summon-lock.ts";
import { fileFailure } from "#base/files.ts";
import type { RunningProcess } from "#base/process-table.ts";
import { visibleLine } from "#base/visible-text.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { releaseRelayLink } from "#home/relay-link.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { removeEmptySocketFolder, watchSocket } from "#home/watch-socket.ts";
import type { Context } from "./context.ts";
import { keepHistory } from "./keep-history.ts";

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
  const processes = await armyProcesses(entry, context);
  const parts = {
    multiplexer: await multiplexerOf(entry, config, context),
    keepHistory: async () => {
      if (history) await keepHistory(entry, config, context);
    },
    store: await context.wire.openRelayStore(sessionPaths(resolvePaths(context.env), entry.name).relay),
    registry: registryOf(context),
    endProcesses: async () => tellStayed(entry, await endArmyProcesses(entry, context, processes), context),
    removeFolder: () => removeSessionFolder(entry.name, context),
  };
  await dismiss(entry.name, parts, options);
}

/** Ends whatever runs for an army beside its multiplexer; resolves to what was started from its panes and stays. */
export async function endArmyProcesses(
  entry: SessionEntry,
  context: Context,
  processes?: ArmyProcesses,
): Promise<RunningProcess[]> {
  const { folder, relay } = sessionPaths(resolvePaths(context.env), entry.name);
  const { bell } = await context.wire.openAgentSenses();
  await Promise.allSettled(entry.roster.map((role) => bell?.dismiss({ role, folder, relay })));
  return (processes ?? (await armyProcesses(entry, context))).end();
}

function tellStayed({ name }: SessionEntry, stayed: readonly RunningProcess[], { out, words }: Context): void {
  const programs = stayed.map(({ pid, argv: [program = "?"] }) => `${visibleLine(basename(program))} (${pid})`);
  if (programs.length > 0) out.note(`ovld: ${words.unsummon.stayed(name, programs)}`);
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
  removeEmptySocketFolder();
  const left = await registryOf(context).list();
  await releaseRelayLink(
    paths,
    session,
    left.map(({ name }) => name),
  );
}
