import { enSettings } from "./en-settings.ts";
import { jaSettings } from "./ja-settings.ts";
import type { Lang } from "./lang.ts";

export type SettingsWords = typeof enSettings;

const words: Record<Lang, SettingsWords> = { en: enSettings, ja: jaSettings };

/** Not in the catalogue: only `init` writes them down. */
export function settingsWords(lang: Lang): SettingsWords {
  return words[lang];
}
