import type { Context } from "#cli/context.ts";
import { dismissArmy, registryOf, surveySessions } from "#cli/open-army.ts";
import type { SessionEntry } from "#config/registry.ts";
import type { Config } from "#config/settings.ts";

/** The running army of this directory. One that ended, or that its multiplexer forgot, is removed first. */
export async function existingArmy(config: Config, context: Context): Promise<SessionEntry | undefined> {
  const entry = await registryOf(context).findByDirectory(context.directory);
  if (!entry) return undefined;
  const [surveyed] = await surveySessions([entry], config, context);
  if (surveyed?.state === "running" || surveyed?.state === "unknown") return entry;
  await dismissArmy(entry, config, context);
  context.out.line(context.words.summon.cleaned(entry.name));
  return undefined;
}
