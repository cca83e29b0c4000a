import type { Services } from "#app/services.ts";
import type { SessionEntry } from "#home/session-entry.ts";

/** Services with the directory, language and settings of an army's summoning. Flags of this command override them. */
export function asSummoned({ directory, summonedWith }: SessionEntry, services: Services): Services {
  const flags = Object.entries(services.overrides).filter(([, value]) => value !== undefined);
  const overrides = {
    autonomy: summonedWith?.autonomy,
    "sandbox.engine": summonedWith?.sandbox === "unknown" ? undefined : summonedWith?.sandbox,
    ...Object.fromEntries(flags),
  };
  return { ...services, directory, lang: summonedWith?.lang ?? services.lang, overrides };
}
