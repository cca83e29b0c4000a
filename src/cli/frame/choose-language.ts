import { existsSync } from "node:fs";
import { localeLanguage } from "#config/locale-language.ts";
import { projectConfig, resolvePaths } from "#home/paths.ts";
import { isLang, type Lang } from "#i18n/lang.ts";
import type * as wire from "#wire.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Language of this run, chosen before settings are validated: `--lang`, `OVLD_LANG`, the settings files, the locale.
 */
export async function chooseLanguage(
  argv: readonly string[],
  env: Environment,
  directory: string,
  { languageIn }: Pick<typeof wire, "languageIn">,
): Promise<Lang> {
  for (const choice of [flagValue(argv), env.OVLD_LANG]) if (isLang(choice)) return choice;
  const files = settingsFiles(env, directory).filter((file) => existsSync(file));
  return (files.length > 0 ? await languageIn(files) : undefined) ?? localeLanguage(env).lang;
}

function flagValue(argv: readonly string[]): string | undefined {
  const at = argv.indexOf("--lang");
  return at >= 0 ? argv[at + 1] : argv.find((word) => word.startsWith("--lang="))?.slice("--lang=".length);
}

/** The project's file overrides the user's, as for every setting. */
function settingsFiles(env: Environment, directory: string): string[] {
  try {
    return [projectConfig(directory), resolvePaths(env).config];
  } catch {
    return [projectConfig(directory)];
  }
}
