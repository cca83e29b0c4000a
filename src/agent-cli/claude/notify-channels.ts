import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { InstalledAgent, NotifyChannels } from "#agent-cli/notify-channels.ts";
import { readText } from "#base/files.ts";
import { parseJson } from "#base/parse-json.ts";
import { isAtLeast } from "#base/version.ts";

/** The first version that loads mods without a setting. */
const MODS_SINCE = "2.1.287";
/** Claude Code's own mod that enforces the settings of an organization. */
const GUARD = "cc-plugin-sec-default@builtin";

/** Settings of an organization, which a user cannot change. */
const MANAGED = process.platform === "darwin" ? "/Library/Application Support/ClaudeCode" : "/etc/claude-code";

interface Settings {
  disableAllHooks?: unknown;
  allowManagedHooksOnly?: unknown;
  pluginConfigs?: Record<string, { options?: { allowManagedModsOnly?: unknown } } | undefined>;
}

/** How Claude Code can be notified, as far as its version and settings tell. */
export async function notifyChannels({ version, env }: InstalledAgent, managed = MANAGED): Promise<NotifyChannels> {
  const { HOME = "", CLAUDE_CONFIG_DIR: own } = env;
  const ruled = await managedSettings(managed);
  const all = [...ruled, await settingsIn(join(own || join(HOME, ".claude"), "settings.json"))];
  if (all.some(({ disableAllHooks }) => disableAllHooks === true))
    return { channels: ["typing"], reason: "disableAllHooks" };
  if (ruled.some(({ allowManagedHooksOnly }) => allowManagedHooksOnly === true))
    return { channels: ["typing"], reason: "allowManagedHooksOnly" };
  if (ruled.some(allowsManagedModsOnly)) return { channels: ["hooks", "typing"], reason: "allowManagedModsOnly" };
  if (!isAtLeast(version, MODS_SINCE)) return { channels: ["hooks", "typing"], reason: `< ${MODS_SINCE}` };
  return { channels: ["mod", "hooks", "typing"] };
}

function allowsManagedModsOnly({ pluginConfigs }: Settings): boolean {
  const only = pluginConfigs?.[GUARD]?.options?.allowManagedModsOnly;
  return only !== undefined && only !== false;
}

async function managedSettings(folder: string): Promise<Settings[]> {
  const parts = join(folder, "managed-settings.d");
  const names = await readdir(parts).catch(() => []);
  const files = names.filter((name) => name.endsWith(".json")).map((name) => join(parts, name));
  return Promise.all([join(folder, "managed-settings.json"), ...files].map(settingsIn));
}

/** Empty if the file is missing or damaged. */
async function settingsIn(file: string): Promise<Settings> {
  const value = parseJson((await readText(file).catch(() => undefined)) ?? "");
  return typeof value === "object" && value !== null ? value : {};
}
