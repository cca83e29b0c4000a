import { registryOf } from "#app/armies/army-parts.ts";
import { raise, raiseAgain } from "#app/summon/start-army.ts";
import type { Campaign } from "#app/summon/summon-plan.ts";
import { writeSessionFile } from "#app/summon/write-session-file.ts";
import { makeFolder } from "#base/files.ts";
import type { Context } from "#cli/context.ts";
import { endArmyProcesses, removeSessionFolder } from "#cli/dismiss-army.ts";
import { startWatcher } from "#cli/watch/start-watcher.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { pointRelayLink } from "#home/relay-link.ts";
import type { Leaving, Pane } from "#multiplexer/multiplexer.ts";
import { panesOf } from "#multiplexer/session-plan.ts";

/** What is left to wait for once the army stands. */
export interface Raised {
  /** Resolves when the person has left, with how; at once for an army in the background. */
  left: Promise<Leaving>;
}

const LOOK_EVERY = 100;
/** Milliseconds: who waits for a pane that was closed at once keeps every other army from starting. */
const PANES_LIMIT = 20_000;

/** Starts the army on this terminal; resolves as soon as all its panes are there, or the person left before. */
export async function raiseHere(campaign: Campaign, context: Context): Promise<Raised> {
  const { multiplexer, plan, folder } = campaign;
  let left: Promise<Leaving> = Promise.resolve("left");
  try {
    await raiseWith(campaign, context, async () => {
      const watching = new AbortController();
      left = multiplexer.openHere(plan, { folder, signal: context.signal }).finally(() => watching.abort());
      return Promise.race([left.then(() => []), panesWhenUp(campaign, context, watching.signal)]);
    });
  } catch (error) {
    // The terminal is the person's again only then.
    await left.catch(() => {});
    throw error;
  }
  return { left };
}

export async function raiseInBackground(campaign: Campaign, context: Context): Promise<Raised> {
  const { multiplexer, plan, folder } = campaign;
  await raiseWith(campaign, context, () => multiplexer.open(plan, { folder, signal: context.signal }));
  return { left: Promise.resolve("left") };
}

async function raiseWith(campaign: Campaign, context: Context, start: () => Promise<Pane[]>): Promise<void> {
  const { env, signal, wire } = context;
  const paths = resolvePaths(env);
  const { name } = campaign.entry;
  const { relay } = sessionPaths(paths, name);
  const parts = {
    multiplexer: campaign.multiplexer,
    store: await wire.openRelayStore(relay),
    registry: registryOf(context),
    signal,
    writeFile: writeSessionFile,
    removeFolder: () => removeSessionFolder(name, context),
    endProcesses: async () => {
      await endArmyProcesses(campaign.entry, context);
    },
    bell: (await wire.openAgentSenses()).bell,
    places: sessionPaths(paths, name),
  };
  await (campaign.isAgain ? raiseAgain : raise)(campaign, parts, async () => {
    for (const folder of campaign.folders) await makeFolder(folder);
    await pointRelayLink(paths, name);
    return start();
  });
  startWatcher(name, context);
}

/**
 * zellij leaves a session running when a person quits it while somebody else talks to it: nothing is asked any more once all
 * panes are there.
 */
async function panesWhenUp({ plan, multiplexer }: Campaign, { clock }: Context, signal: AbortSignal): Promise<Pane[]> {
  const planned = panesOf(plan).map(({ pane }) => pane.title);
  let deadline = Number.POSITIVE_INFINITY;
  while (!signal.aborted) {
    const panes: Pane[] = await multiplexer.panes(plan.session).catch(() => []);
    if (panes.length > 0) deadline = Math.min(deadline, clock.elapsed() + PANES_LIMIT);
    const isWhole = planned.every((title) => panes.some((pane) => pane.title === title));
    if (isWhole || clock.elapsed() >= deadline) return panes;
    await clock.wait(LOOK_EVERY, signal);
  }
  return [];
}
