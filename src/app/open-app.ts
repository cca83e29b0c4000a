import { stat } from "node:fs/promises";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { App, SummonOrder } from "./app.ts";
import { registryOf, surveySessions } from "./armies/army-parts.ts";
import { dismissAlone } from "./lifecycle/dismiss-army.ts";
import { moodObserver } from "./observe/observed-mood.ts";
import { openArmy } from "./open-army.ts";
import type { Services } from "./services.ts";
import { summon } from "./summon/summon.ts";

/** Implements `App` with the services. */
export function openApp(config: Config, services: Services): App {
  const registry = registryOf(services);
  const observe = moodObserver(config, services);
  return {
    list: () => registry.list(),
    find: (name) => registry.find(name),
    survey: (entries) => surveySessions(entries, config, services),
    open: (entry) => openArmy(entry, observe, config, services),
    summon: (order) => summonFor(order, services),
    dismiss: (entry) => dismissAlone(entry, config, services),
  };
}

async function summonFor(order: SummonOrder, given: Services): Promise<SessionEntry> {
  const { directory, formation, multiplexer, rituals = true } = order;
  await requireFolder(directory);
  const services: Services = { ...given, directory, overrides: { ...given.overrides, formation, multiplexer } };
  const resume = order.resume === undefined ? undefined : order.resume ? "resume" : "fresh";
  const { what, entry } = await summon({ until: "background", rituals, resume }, { report() {} }, services);
  if (what === "existing") throw new OvldError("session-exists", { session: entry.name, directory: entry.directory });
  return entry;
}

async function requireFolder(directory: string): Promise<void> {
  const found = await stat(directory).catch(() => undefined);
  if (!found?.isDirectory()) throw new OvldError("file-missing", { file: directory });
}
