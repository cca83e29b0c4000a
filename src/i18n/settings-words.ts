import { enSettings } from "./en-settings.ts";
import { jaSettings } from "./ja-settings.ts";
import type { Lang } from "./lang.ts";

export type SettingsWords = typeof enSettings;

const words: Record<Lang, SettingsWords> = { en: enSettings, ja: jaSettings };

/** Not in the catalog: only `init` loads them. */
export function settingsWords(lang: Lang): SettingsWords {
  return words[lang];
}
