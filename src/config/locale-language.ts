type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLES = ["LC_ALL", "LC_MESSAGES", "LANG"] as const;

/** Language of the locale, and the variable it comes from: the first non-empty one, as in POSIX. English by default. */
export function localeLanguage(env: Environment): { lang: "en" | "ja"; variable?: string } {
  const variable = VARIABLES.find((name) => env[name]);
  const isJapanese = variable !== undefined && /^ja(?![a-z])/i.test(env[variable] ?? "");
  return isJapanese ? { lang: "ja", variable } : { lang: "en" };
}
