type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLES = ["LC_ALL", "LC_MESSAGES", "LANG"] as const;

/** The language of the locale with the variable that decides, as in POSIX the first one that is not empty; English without any. */
export function localeLanguage(env: Environment): { lang: "en" | "ja"; variable?: string } {
  const variable = VARIABLES.find((name) => env[name]);
  const isJapanese = variable !== undefined && /^ja(?![a-z])/i.test(env[variable] ?? "");
  return isJapanese ? { lang: "ja", variable } : { lang: "en" };
}
