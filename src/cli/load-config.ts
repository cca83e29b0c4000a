import { visiblePath } from "#base/visible-text.ts";
import { ConfigLoader, type ConfigWarning, type TracedConfig } from "#config/load.ts";
import type { Catalog } from "#i18n/catalog.ts";
import type { Context } from "./context.ts";

/** The settings in force; what is odd about their files is said on stderr. */
export function loadConfig({ env, directory, overrides, words, out }: Context): TracedConfig {
  const traced = ConfigLoader.trace({ env, directory, flags: overrides });
  for (const warning of traced.warnings) out.note(`ovld: ${visiblePath(warningText(warning, words))}`);
  return traced;
}

function warningText(warning: ConfigWarning, words: Catalog): string {
  return warning.what === "unknown-key" ? words.warnings.unknownKey(warning) : words.warnings.refusedKey(warning);
}
