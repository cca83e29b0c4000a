import { type ArgumentSpec, type Candidates, commonFlags, type FlagSpec } from "#cli/frame/command.ts";

/** A verb as a completion script needs it. */
export interface ShellVerb {
  name: string;
  summary: string;
  flags: readonly (FlagSpec & { name: string; summary: string })[];
  arguments: readonly ArgumentSpec[];
}

/** Words to offer: known now, or asked for when the key is pressed. */
export function wordsFor(candidates: Candidates | undefined): string {
  if (candidates === undefined) return "";
  return typeof candidates === "string"
    ? `$(ovld completions --candidates ${candidates} 2>/dev/null)`
    : candidates.join(" ");
}

/** Of `ovld` itself, before or after any verb. */
export function isCommon(flag: { name: string }): boolean {
  return Object.hasOwn(commonFlags, flag.name.slice(2));
}

/**
 * Functions plain enough for bash and zsh alike: one that sets `offered` to what may stand at the cursor, and one that tells
 * whether the word after a flag is its value.
 */
export function wordsFunctions(verbs: readonly ShellVerb[]): string {
  return `_ovld_takes_value() {
  case "$1" in
    ${valueFlags(verbs).join("|")}) return 0 ;;
  esac
  return 1
}

_ovld_words() {
  local verb="$1" previous="$2" current="$3" position="$4"
  offered=""
  case "$verb:$previous" in
${lines(flagValues(verbs))}
  esac
  case "$current" in
  -*)
    case "$verb" in
${lines(flagNames(verbs))}
    esac
    return ;;
  esac
  case "$verb:$position" in
${lines(positionals(verbs))}
  esac
}`;
}

function valueFlags(verbs: readonly ShellVerb[]): string[] {
  const flags = verbs.flatMap((verb) => verb.flags).filter(({ type }) => type === "string");
  return [...new Set(flags.map(({ name }) => name))];
}

function flagValues(verbs: readonly ShellVerb[]): string[] {
  const bare = { name: "", flags: verbs[0]?.flags.filter(isCommon) ?? [] };
  return [bare, ...verbs].flatMap(({ name, flags }) =>
    flags
      .filter((flag) => flag.type === "string")
      .map((flag) => `${name}:${flag.name}) offered="${wordsFor(flag.candidates)}"; return ;;`),
  );
}

function flagNames(verbs: readonly ShellVerb[]): string[] {
  const named = verbs.map(({ name, flags }) => `${name}) offered="${flags.map((flag) => flag.name).join(" ")}" ;;`);
  return [...named, '"") offered="--help --lang --debug --version" ;;'];
}

function positionals(verbs: readonly ShellVerb[]): string[] {
  const named = verbs.flatMap(({ name, arguments: positions }) =>
    positions.map(
      (position, index) => `${name}:${position.many ? "*" : index + 1}) offered="${wordsFor(position.candidates)}" ;;`,
    ),
  );
  return [...named, `:*) offered="${verbs.map(({ name }) => name).join(" ")}" ;;`];
}

function lines(cases: readonly string[]): string {
  return cases.map((line) => `    ${line}`).join("\n");
}
