const CUT = "(cut)";

/** Keys of well-known services, bearer tokens, passwords in URLs, and long random strings. */
const SECRETS: readonly [pattern: RegExp, instead: string][] = [
  [/\b(?:sk|pk|rk)-[A-Za-z0-9_-]{8,}/g, CUT],
  [/\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|AKIA|AIza)[A-Za-z0-9_-]{8,}/g, CUT],
  [/\b(Bearer|Basic) +[A-Za-z0-9+/=._~-]{8,}/gi, `$1 ${CUT}`],
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@"]+:)[^\s@/"]+@/gi, `$1${CUT}@`],
  [/((?:token|secret|password|passwd|api_?key)\w*\\?["']?\s*[:=]\s*\\?["']?)(?!\(cut\))[^\s"'\\,}]{4,}/gi, `$1${CUT}`],
  [/\b[A-Za-z0-9_-]{43}\b/g, CUT],
  [/\b[0-9a-f]{40,}\b/gi, CUT],
];

export interface Known {
  /** Replaced by `~`: it contains the user's name. */
  home: string | undefined;
  /** Known secrets. */
  known: readonly (string | undefined)[];
}

/** Redacts everything that looks like a secret, at the risk of redacting too much. */
export function cutSecrets(text: string, { home, known }: Known): string {
  const named = known.map((secret) => secret?.trim()).filter((secret) => secret !== undefined && secret !== "");
  const without = named.reduce((rest: string, secret) => rest.replaceAll(secret as string, CUT), text);
  const cut = SECRETS.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), without);
  return home && home !== "/" ? cut.replaceAll(home, "~") : cut;
}
