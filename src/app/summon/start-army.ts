import type { SensesOf } from "#agent-cli/agent-cli.ts";
import { together } from "#base/together.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { Registry } from "#home/registry.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Roster } from "#mail/roster.ts";
import type { Multiplexer, Pane } from "#multiplexer/multiplexer.ts";
import type { RelayStore } from "#store/relay-store.ts";
import type { ArmyFolders, SessionFile } from "./session-files.ts";

export interface ArmyOrder {
  entry: SessionEntry;
  roster: Roster;
  files: readonly SessionFile[];
}

export interface StartParts {
  multiplexer: Multiplexer;
  store: RelayStore;
  registry: Registry;
  signal: AbortSignal;
  /** Writes a private file, making its folder. */
  writeFile(file: SessionFile): Promise<void>;
  /** Removes the session's own folder. */
  removeFolder(): Promise<void>;
}

/**
 * Creates store, files and registry entry, starts the session, and records its panes. After a failure or a cancellation
 * all steps are undone in reverse order.
 */
export async function startArmy(
  order: ArmyOrder,
  parts: StartParts,
  start: () => Promise<readonly Pane[]>,
): Promise<void> {
  const { entry, roster, files } = order;
  const { multiplexer, store, registry, signal } = parts;
  const undo: (() => Promise<unknown>)[] = [];
  const step = async (work: () => Promise<unknown>, reverse: () => Promise<unknown>) => {
    if (signal.aborted) throw new OvldError("cancelled", {});
    undo.unshift(reverse);
    await work();
  };
  try {
    await step(
      () => store.initialise(roster),
      async () => {
        await store.clean().catch(() => {});
        await parts.removeFolder();
      },
    );
    await together(files.map((file) => parts.writeFile(file)));
    await step(
      () => registry.add(entry),
      () => registry.remove(entry.name),
    );
    if (signal.aborted) throw new OvldError("cancelled", {});
    // A failed start leaves no session. A session of this name may belong to another user, so it is not ended.
    const panes = await start();
    undo.unshift(() => multiplexer.end(entry.name));
    if (signal.aborted) throw new OvldError("cancelled", {});
    await registry.note(entry.name, { panes: panesOfRoles(panes, entry.roster) });
  } catch (error) {
    await undoAll(undo);
    throw error;
  }
}

export interface ResumeParts extends Pick<StartParts, "multiplexer" | "registry" | "signal" | "writeFile"> {
  sensesOf: SensesOf;
  folders: ArmyFolders;
  /** Ends remaining processes of the army's earlier run. */
  endProcesses(): Promise<void>;
}

/** Restarts an ended army. On any failure its mail, conversations and registry entry stay. */
export async function resumeArmy(
  { entry, files }: ArmyOrder,
  { multiplexer, registry, signal, sensesOf, folders, writeFile, endProcesses }: ResumeParts,
  start: () => Promise<readonly Pane[]>,
): Promise<void> {
  const { name, roster, agents, conversations = {}, socketEnv, summonedWith } = entry;
  // zellij keeps the name of an exited session, and programs may have outlived their multiplexer.
  await multiplexer.end(name);
  await endProcesses();
  await registry.note(name, { agents, conversations });
  for (const role of roster) {
    const paths = { role, ...folders };
    await sensesOf(paths).waker.clear(paths);
  }
  await together(files.map((file) => writeFile(file)));
  if (signal.aborted) throw new OvldError("cancelled", {});
  const panes = await start();
  if (signal.aborted) {
    await multiplexer.end(name);
    throw new OvldError("cancelled", {});
  }
  await registry.note(name, { panes: panesOfRoles(panes, roster), isResting: false, socketEnv, summonedWith });
}

/** Undoes every step and retries failed ones: on a full disk a later removal frees space. */
async function undoAll(undo: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failed: (typeof undo)[number][] = [];
  for (const reverse of undo) await reverse().catch(() => failed.push(reverse));
  for (const reverse of failed) await reverse().catch(() => {});
}

/** Notifiers find a role's pane by its id. */
function panesOfRoles(panes: readonly Pane[], roster: readonly string[]): SessionEntry["panes"] {
  return Object.fromEntries(panes.filter(({ title }) => roster.includes(title)).map(({ title, id }) => [title, id]));
}
