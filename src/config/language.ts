import { readFileSync } from "node:fs";
import { parseToml } from "#base/toml.ts";
import { type Config, settings } from "./settings.ts";

/** The language set in the first readable file; `loadConfig` reports unreadable ones. */
export function languageIn(files: readonly string[]): Config["lang"] | undefined {
  for (const file of files) {
    try {
      const { lang } = parseToml(file, readFileSync(file, "utf8")).value;
      if (lang !== undefined) return settings.lang.type.parse(lang);
    } catch {
      // Missing, not TOML, or no known language: try the next file.
    }
  }
  return undefined;
}
