import { dirname } from "node:path";
import { raise } from "#army/summon.ts";
import { makeFolder, writeAtomically } from "#base/files.ts";
import type { Context } from "#cli/context.ts";
import { registryOf, removeSessionFolder } from "#cli/open-army.ts";
import { resolvePaths, sessionPaths } from "#config/paths.ts";
import { pointRelayLink } from "#config/relay-link.ts";
import type { Pane } from "#multiplexer/multiplexer.ts";
import { panesOf } from "#multiplexer/session-plan.ts";
import type { Campaign } from "./campaign.ts";

/** What is left to wait for once the army stands. */
export interface Raised {
  /** Resolves when the person has left; at once for an army in the background. */
  left: Promise<void>;
}

const LOOK_EVERY = 100;

/** Starts the army on this terminal; resolves as soon as all its panes are there, or the person left before. */
export async function raiseHere(campaign: Campaign, context: Context): Promise<Raised> {
  const { multiplexer, plan, folder } = campaign;
  let left: Promise<void> = Promise.resolve();
  await raiseWith(campaign, context, async () => {
    const watching = new AbortController();
    left = multiplexer.openHere(plan, { folder }).finally(() => watching.abort());
    await Promise.race([left, panesAreUp(campaign, context, watching.signal)]);
  });
  await notePanes(campaign, context);
  return { left };
}

export async function raiseInBackground(campaign: Campaign, context: Context): Promise<Raised> {
  const { multiplexer, plan, folder } = campaign;
  await raiseWith(campaign, context, () => multiplexer.open(plan, { folder, signal: context.signal }));
  await notePanes(campaign, context);
  return { left: Promise.resolve() };
}

async function raiseWith(campaign: Campaign, context: Context, start: () => Promise<void>): Promise<void> {
  const { env, signal, wire } = context;
  const paths = resolvePaths(env);
  const { name } = campaign.entry;
  const { relay } = sessionPaths(paths, name);
  await raise(
    campaign,
    {
      multiplexer: campaign.multiplexer,
      store: await wire.openRelayStore(relay),
      registry: registryOf(context),
      signal,
      async writeFile({ path, content }) {
        await makeFolder(dirname(path));
        await writeAtomically(path, content);
      },
      removeFolder: () => removeSessionFolder(name, context),
    },
    async () => {
      for (const folder of campaign.folders) await makeFolder(folder);
      await pointRelayLink(paths, name);
      await start();
    },
  );
}

async function panesAreUp({ plan, multiplexer }: Campaign, { clock }: Context, signal: AbortSignal): Promise<void> {
  const planned = panesOf(plan).map(({ pane }) => pane.title);
  while (!signal.aborted) {
    const panes: Pane[] = await multiplexer.panes(plan.session).catch(() => []);
    if (planned.every((title) => panes.some((pane) => pane.title === title))) return;
    await clock.wait(LOOK_EVERY, signal);
  }
}

/** Later rings find a role's pane by its id; an army that is gone already has none. */
async function notePanes({ entry, multiplexer }: Campaign, context: Context): Promise<void> {
  const panes: Pane[] = await multiplexer.panes(entry.name).catch(() => []);
  const ids = panes.filter(({ title }) => entry.roster.includes(title)).map(({ title, id }) => [title, id]);
  await registryOf(context).setPanes(entry.name, Object.fromEntries(ids));
}
