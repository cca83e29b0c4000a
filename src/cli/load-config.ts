import { visiblePath } from "#base/visible-text.ts";
import { ConfigLoader, type ConfigWarning, type TracedConfig } from "#config/load.ts";
import { type Config, defaultConfig } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { Catalog } from "#i18n/catalog.ts";
import type { Context } from "./context.ts";
import { errorText } from "./frame/report-error.ts";

/** The settings in force; what is odd about their files is said on stderr. */
export function loadConfig({ env, directory, overrides, words, out }: Context): TracedConfig {
  const traced = ConfigLoader.trace({ env, directory, flags: overrides });
  for (const warning of traced.warnings) out.note(`ovld: ${visiblePath(warningText(warning, words))}`);
  return traced;
}

/** Years, and more than any disk: by limits that are not known nothing is let go of. */
const KEEP_ALL = { days: 36_500, megabytes: 1e9 };

/** The same for who looks at an army or ends it: settings that cannot be read are told, and keep nobody from that. */
export function loadConfigAnyway(context: Context): Config {
  try {
    return loadConfig(context).config;
  } catch (error) {
    if (!(error instanceof OvldError) || error.kind !== "config") throw error;
    context.out.note(`ovld: ${visiblePath(errorText(error, context.words).message)}`);
    return { ...defaultConfig(), history: KEEP_ALL };
  }
}

function warningText(warning: ConfigWarning, words: Catalog): string {
  return warning.what === "unknown-key" ? words.warnings.unknownKey(warning) : words.warnings.refusedKey(warning);
}
