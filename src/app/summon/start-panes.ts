import { openSenses } from "#app/armies/army-agents.ts";
import { registryOf } from "#app/armies/army-parts.ts";
import { endArmyProcesses, removeSessionFolder } from "#app/lifecycle/dismiss-army.ts";
import type { Services } from "#app/services.ts";
import { startWatcher } from "#app/supervisor/start-watcher.ts";
import { closeFields } from "#app/work/close-fields.ts";
import { openFields } from "#app/work/open-fields.ts";
import { makeFolder } from "#base/files.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { pointRelayLink } from "#home/relay-link.ts";
import type { Leaving, Pane } from "#multiplexer/multiplexer.ts";
import { panesOf } from "#multiplexer/session-plan.ts";
import { resumeArmy, startArmy } from "./start-army.ts";
import type { SummonPlan } from "./summon-plan.ts";
import { writeSessionFile } from "./write-session-file.ts";

/** A started army. */
export interface Started {
  /** Resolves when the person leaves the multiplexer; at once for an army in the background. */
  left: Promise<Leaving>;
}

const LOOK_EVERY = 100;
/** Milliseconds. A longer wait for a pane that was closed at once would block every other summoning. */
const PANES_LIMIT = 20_000;

/** Starts the army on this terminal; resolves once all panes exist, or when the person leaves before that. */
export async function startHere(plan: SummonPlan, services: Services): Promise<Started> {
  const { multiplexer, sessionPlan, folder } = plan;
  let left: Promise<Leaving> = Promise.resolve("left");
  try {
    await startWith(plan, services, async () => {
      const watching = new AbortController();
      left = multiplexer.openHere(sessionPlan, { folder, signal: services.signal }).finally(() => watching.abort());
      return Promise.race([left.then(() => []), panesWhenUp(plan, services, watching.signal)]);
    });
  } catch (error) {
    // Until then the multiplexer still draws on the terminal.
    await left.catch(() => {});
    throw error;
  }
  return { left };
}

export async function startInBackground(plan: SummonPlan, services: Services): Promise<Started> {
  const { multiplexer, sessionPlan, folder } = plan;
  await startWith(plan, services, () => multiplexer.open(sessionPlan, { folder, signal: services.signal }));
  return { left: Promise.resolve("left") };
}

async function startWith(plan: SummonPlan, services: Services, start: () => Promise<Pane[]>): Promise<void> {
  const { env, signal, adapters } = services;
  const paths = resolvePaths(env);
  const { name } = plan.entry;
  const { relay } = sessionPaths(paths, name);
  const parts = {
    multiplexer: plan.multiplexer,
    store: await adapters.openRelayStore(relay),
    registry: registryOf(services),
    signal,
    writeFile: writeSessionFile,
    removeFolder: async () => {
      await closeFields(plan.entry, services);
      await removeSessionFolder(name, services);
    },
    endProcesses: async () => {
      await endArmyProcesses(plan.entry, services);
    },
    sensesOf: await openSenses(services),
    folders: sessionPaths(paths, name),
  };
  await (plan.isAgain ? resumeArmy : startArmy)(plan, parts, async () => {
    for (const folder of [paths.code, ...plan.folders]) await makeFolder(folder);
    await openFields(plan.entry.fields, plan.fields, services);
    await pointRelayLink(paths, name);
    return start();
  });
  await startWatcher(name, services);
}

/**
 * zellij keeps a session running if a person quits it during a request of another client. So polling stops once all
 * panes exist.
 */
async function panesWhenUp(
  { sessionPlan, multiplexer }: SummonPlan,
  { clock }: Services,
  signal: AbortSignal,
): Promise<Pane[]> {
  const planned = panesOf(sessionPlan).map(({ pane }) => pane.title);
  let deadline = Number.POSITIVE_INFINITY;
  while (!signal.aborted) {
    const panes: Pane[] = await multiplexer.panes(sessionPlan.session).catch(() => []);
    if (panes.length > 0) deadline = Math.min(deadline, clock.elapsed() + PANES_LIMIT);
    const isWhole = planned.every((title) => panes.some((pane) => pane.title === title));
    if (isWhole || clock.elapsed() >= deadline) return panes;
    await clock.wait(LOOK_EVERY, signal);
  }
  return [];
}
