import type { Services } from "#app/services.ts";
import type { SessionEntry } from "#home/session-entry.ts";

/** The world as an army was summoned in it: its directory, its language, its settings. What a flag says now comes first. */
export function asSummoned({ directory, terms }: SessionEntry, services: Services): Services {
  const flags = Object.entries(services.overrides).filter(([, value]) => value !== undefined);
  const overrides = {
    autonomy: terms?.autonomy,
    "sandbox.engine": terms?.sandbox === "unknown" ? undefined : terms?.sandbox,
    ...Object.fromEntries(flags),
  };
  return { ...services, directory, lang: terms?.lang ?? services.lang, overrides };
}
