import { existsSync } from "node:fs";
import { rm, rmdir } from "node:fs/promises";
import { dismissArmy, whileNoneStarts } from "#app/lifecycle/dismiss-army.ts";
import type { ShownField } from "#app/work/field-states.ts";
import { discardWork, hasOpenWork, leftWork } from "#app/work/left-work.ts";
import { fileFailure, namesIn } from "#base/files.ts";
import { endProcesses } from "#base/processes.ts";
import { visiblePath } from "#base/visible-text.ts";
import { type Dismissal, dismissOne, notDismissed } from "#cli/commands/dismiss-one.ts";
import { findLeftovers, removeLeftover } from "#cli/commands/doctor/leftovers.ts";
import { checkConfig } from "#cli/commands/doctor/places.ts";
import { defineCommand, jsonFlag } from "#cli/frame/command.ts";
import { confirm } from "#cli/frame/confirm.ts";
import type { Context } from "#cli/frame/context.ts";
import { openWork } from "#cli/render/field-text.ts";
import type { Config } from "#config/settings.ts";
import { OvldError, systemCode } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { watchSocketsOutside } from "#home/watch-socket.ts";
import { workWords } from "#i18n/work-words.ts";
import { endPrograms } from "./end-programs.ts";
import { homeEntries } from "./home-entries.ts";
import { serverOfArmy } from "./server-of-army.ts";
import { strayArmies } from "./stray-armies.ts";

export const purge = defineCommand({
  flags: { force: { type: "boolean" }, ...jsonFlag },
  ignoresClosedPipe: true,
  examples: ["ovld purge --force", "ovld purge --force --json"],
  async run(context, { flags }) {
    const { out, words } = context;
    const { config } = checkConfig(context);
    const found = await findTargets(config, context);
    if (!flags.json) for (const line of listing(found, context)) out.line(line);
    const open = found.work.filter(hasOpenWork);
    if (open.length > 0 && !flags.force)
      throw new OvldError("work-unlanded", { branches: open.map(({ branch }) => branch) });
    if (!flags.force && !isEmpty(found) && !(await confirm(words.purge.question, context)))
      return out.line(words.unsummon.kept);
    const { results, status } = await endArmies(found, config, context);
    const removed = status === 0 ? await removeFiles(found, config, context) : [];
    const { foreign } = await homeEntries(resolvePaths(context.env));
    if (flags.json) out.json({ armies: results, removed, kept: foreign });
    else for (const line of summary(results, removed, foreign, context)) out.line(line);
    return status;
  },
});

interface Found {
  armies: SessionEntry[];
  strays: SessionEntry[];
  /** Worktrees of roles, also of unsummoned armies. */
  work: ShownField[];
  /** Listed before the armies end: afterwards their folders, which name the sockets, are deleted. */
  watchSockets: string[];
  /** Inside and outside the ovld home. */
  files: string[];
}

async function findTargets(config: Config, context: Context): Promise<Found> {
  const { registered, sockets, files } = await findLeftovers(context, config);
  const paths = resolvePaths(context.env);
  const { ours } = await homeEntries(paths);
  const strays = await strayArmies(registered, context);
  const sessions = [...(await namesIn(paths.sessions)), ...strays.map(({ name }) => name)];
  const watchSockets = watchSocketsOutside(sessions.map((name) => sessionPaths(paths, name).folder));
  const outside = [...sockets, ...watchSockets, ...files];
  const work = await leftWork(context);
  return { armies: registered, strays, work, watchSockets, files: [...new Set([...ours, ...outside])] };
}

function isEmpty({ armies, strays, files }: Found): boolean {
  return [armies, strays, files].every((list) => list.length === 0);
}

function listing(found: Found, context: Context): string[] {
  const { words, lang } = context;
  if (isEmpty(found)) return [];
  return [
    words.purge.heading,
    ...found.armies.map(({ name, directory }) => `  ${words.purge.army(name, visiblePath(directory))}`),
    ...found.strays.map(({ name }) => `  ${words.purge.stray(name)}`),
    ...found.work
      .filter(hasOpenWork)
      .map((field) => `  ${workWords(lang).lost(field.branch, openWork(field, context))}`),
    ...found.files.map((file) => `  ${visiblePath(file)}`),
    words.purge.untouched,
  ];
}

/** Holds the summon lock. If an army cannot be ended, all files stay, so that the cause can be examined. */
async function endArmies(
  { armies, strays }: Found,
  config: Config,
  context: Context,
): Promise<{ results: Dismissal[]; status: number }> {
  const results: Dismissal[] = [];
  let status = 0;
  const work = async () => {
    for (const entry of [...armies, ...strays]) {
      const { result, exitStatus } = await dismissOne(
        entry,
        { dismiss: () => dismissForGood(entry, config, context) },
        config,
        context,
      );
      results.push(result);
      status ||= exitStatus;
      if (result.error)
        for (const line of notDismissed(entry.name, result.error, context.words)) context.out.note(line);
    }
  };
  // The lock would create the ovld home.
  await (existsSync(resolvePaths(context.env).home) ? whileNoneStarts(context, work) : work());
  await endPrograms(context);
  return { results, status };
}

/**
 * Writes no history, because purge deletes it next. If the multiplexer is no longer installed, its server is ended by
 * process id, but only if every program in it belongs to the army.
 */
async function dismissForGood(entry: SessionEntry, config: Config, context: Context): Promise<void> {
  const history = false;
  await dismissArmy(entry, config, context, { history }).catch(async (error: unknown) => {
    if (!OvldError.is(error, "program-missing")) throw error;
    const server = await serverOfArmy(entry, context);
    if (server?.isShared) throw error;
    if (server) await endProcesses((table) => table.filter(({ pid }) => pid === server.pid), context.clock);
    await dismissArmy(entry, config, context, { history, isOver: true });
  });
}

/** Resolves to the removed paths. */
async function removeFiles({ watchSockets, work }: Found, config: Config, context: Context): Promise<string[]> {
  const paths = resolvePaths(context.env);
  const { sockets, files } = await findLeftovers(context, config);
  const outside = [...new Set([...sockets, ...watchSockets, ...files])];
  for (const file of outside) await removeLeftover(file, context);
  if (work.length > 0) await discardWork(work, context);
  const { ours } = await homeEntries(paths);
  for (const file of ours)
    await rm(file, { recursive: true, force: true }).catch((error: unknown) => {
      throw fileFailure("remove", file, error);
    });
  await rmdir(paths.home).catch((error: unknown) => {
    // EBUSY: the ovld home is a mount point.
    if (!["ENOENT", "ENOTEMPTY", "EEXIST", "ENOTDIR", "EBUSY"].includes(systemCode(error) ?? ""))
      throw fileFailure("remove", paths.home, error);
  });
  return [...outside, ...ours];
}

function summary(
  results: readonly Dismissal[],
  removed: readonly string[],
  foreign: readonly string[],
  { words }: Context,
): string[] {
  if (results.some(({ dismissed }) => !dismissed) && removed.length === 0) return [words.purge.stopped];
  if (results.length === 0 && removed.length === 0) return [words.purge.nothing];
  return [
    ...results.filter(({ dismissed }) => dismissed).map(({ session }) => words.unsummon.done(session, false)),
    ...(foreign.length > 0 ? [words.purge.kept(foreign)] : []),
    words.purge.done,
  ];
}
