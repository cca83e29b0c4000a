import type { Services } from "#app/services.ts";
import type { SessionEntry } from "#home/session-entry.ts";

/** The world as an army was summoned in it: its directory, its language, its settings. What a flag says now comes first. */
export function asSummoned({ directory, summonedWith }: SessionEntry, services: Services): Services {
  const flags = Object.entries(services.overrides).filter(([, value]) => value !== undefined);
  const overrides = {
    autonomy: summonedWith?.autonomy,
    "sandbox.engine": summonedWith?.sandbox === "unknown" ? undefined : summonedWith?.sandbox,
    ...Object.fromEntries(flags),
  };
  return { ...services, directory, lang: summonedWith?.lang ?? services.lang, overrides };
}
