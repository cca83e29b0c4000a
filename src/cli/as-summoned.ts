import type { SessionEntry } from "#home/session-entry.ts";
import type { Context } from "./context.ts";

/** The world as an army was summoned in it: its directory, its language, its settings. What a flag says now comes first. */
export function asSummoned({ directory, terms }: SessionEntry, context: Context): Context {
  const flags = Object.entries(context.overrides).filter(([, value]) => value !== undefined);
  const overrides = {
    autonomy: terms?.autonomy,
    "sandbox.engine": terms?.sandbox === "unknown" ? undefined : terms?.sandbox,
    ...Object.fromEntries(flags),
  };
  return { ...context, directory, lang: terms?.lang ?? context.lang, overrides };
}
