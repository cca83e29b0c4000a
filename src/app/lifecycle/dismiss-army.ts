import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { openSenses } from "#app/armies/army-agents.ts";
import { multiplexerOf, registryOf } from "#app/armies/army-parts.ts";
import type { Services } from "#app/services.ts";
import { underSummonLock } from "#app/summon/summon-lock.ts";
import { closeFields } from "#app/work/close-fields.ts";
import { fileFailure, namesIn } from "#base/files.ts";
import type { RunningProcess } from "#base/process-table.ts";
import { visibleLine } from "#base/visible-text.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { releaseRelayLink } from "#home/relay-link.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { removeEmptySocketFolder, watchSocket } from "#home/watch-socket.ts";
import { type ArmyProcesses, armyProcesses } from "./army-processes.ts";
import { type DismissOptions, dismiss } from "./dismiss.ts";
import { keepHistory } from "./keep-history.ts";

/**
 * Ends an army under the summon lock. Another army that took the name meanwhile stays. An aborted signal is ignored,
 * because a cancelled command still ends the army it started.
 */
export async function dismissAlone(
  entry: SessionEntry,
  config: Config,
  services: Services,
  options: DismissOptions = {},
): Promise<void> {
  const signal = services.signal.aborted ? new AbortController().signal : services.signal;
  await whileNoneStarts({ ...services, signal }, async () => {
    const current = await registryOf(services).find(entry.name);
    if (current?.started === entry.started) await dismissArmy(entry, config, services, options);
  });
}

/** Runs `work` under the summon lock. If a full disk prevents the lock, no army can start either, so `work` runs. */
export async function whileNoneStarts(services: Services, work: () => Promise<void>): Promise<void> {
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return work();
  };
  await underSummonLock(services, begin).catch((error: unknown) => {
    if (hasBegun || !OvldError.is(error, "file-failed")) throw error;
    return work();
  });
}

/** Ends an army and removes it; with `keep` it can be resumed. The caller holds the summon lock. */
export async function dismissArmy(
  entry: SessionEntry,
  config: Config,
  services: Services,
  { history = true, ...options }: DismissOptions & { history?: boolean } = {},
): Promise<void> {
  const processes = await armyProcesses(entry, services);
  const parts = {
    multiplexer: await multiplexerOf(entry, config, services),
    keepHistory: async () => {
      if (history) await keepHistory(entry, config, services);
    },
    // `purge` has named what would be lost, and removes the fields itself.
    closeFields: async () => {
      if (history) await closeFields(entry, services);
    },
    store: await services.adapters.openRelayStore(sessionPaths(resolvePaths(services.env), entry.name).relay),
    registry: registryOf(services),
    endProcesses: async () => tellLeft(entry, await endArmyProcesses(entry, services, processes), services),
    removeFolder: () => removeSessionFolder(entry.name, services),
  };
  await dismiss(entry.name, parts, options);
}

/** Ends the processes of an army outside its multiplexer. Resolves to detached programs that keep running. */
export async function endArmyProcesses(
  entry: SessionEntry,
  services: Services,
  processes?: ArmyProcesses,
): Promise<RunningProcess[]> {
  const { folder, relay } = sessionPaths(resolvePaths(services.env), entry.name);
  const sensesOf = await openSenses(services);
  const agents = entry.roster.map((role) => ({ role, folder, relay }));
  await Promise.allSettled(agents.map((paths) => sensesOf(paths).waker.dismiss(paths)));
  return (processes ?? (await armyProcesses(entry, services))).end();
}

function tellLeft({ name: session }: SessionEntry, left: readonly RunningProcess[], { tell }: Services): void {
  const programs = left.map(({ pid, argv: [program = "?"] }) => `${visibleLine(basename(program))} (${pid})`);
  if (programs.length > 0) tell({ what: "programs-left", session, programs });
}

/** Removes an army's folder, except fields that were kept, and redirects the link to its mail. */
export async function removeSessionFolder(session: string, services: Services): Promise<void> {
  const paths = resolvePaths(services.env);
  const { folder, work } = sessionPaths(paths, session);
  const kept = (await namesIn(work)).length > 0;
  const parts = kept ? (await namesIn(folder)).map((name) => join(folder, name)) : [folder];
  for (const part of parts.filter((path) => path !== work))
    await rm(part, { recursive: true, force: true }).catch((error: unknown) => {
      throw fileFailure("remove", part, error);
    });
  // A killed watcher leaves its socket, possibly outside the folder.
  await rm(watchSocket(folder), { force: true });
  removeEmptySocketFolder();
  const left = await registryOf(services).list();
  await releaseRelayLink(
    paths,
    session,
    left.map(({ name }) => name),
  );
}
