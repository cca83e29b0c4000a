import type { Services } from "#app/services.ts";
import { ConfigLoader, type TracedConfig } from "#config/load.ts";
import { type Config, defaultConfig } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";

/** The settings in force; ignored settings are reported. */
export function loadConfig({ env, directory, overrides, tell }: Services): TracedConfig {
  const traced = ConfigLoader.trace({ env, directory, flags: overrides });
  for (const warning of traced.warnings) tell({ what: "setting-ignored", warning });
  return traced;
}

/** Larger than any history, so that nothing is removed with unknown limits. */
const KEEP_ALL = { days: 36_500, megabytes: 1e9 };

/** For commands that inspect or end an army: unreadable settings are reported and replaced by the defaults. */
export function loadConfigAnyway(services: Services): Config {
  try {
    return loadConfig(services).config;
  } catch (error) {
    if (!(error instanceof OvldError) || error.kind !== "config") throw error;
    services.tell({ what: "settings-unreadable", error });
    return { ...defaultConfig(), history: KEEP_ALL };
  }
}
