import { type ArgumentSpec, type Candidates, commonFlags, type FlagSpec } from "#cli/frame/command.ts";

export interface ShellCommand {
  name: string;
  summary: string;
  flags: readonly (FlagSpec & { name: string; summary: string })[];
  arguments: readonly ArgumentSpec[];
}

/** Candidates of an argument: a fixed list, or a command substitution that runs at each Tab. */
export function wordsFor(candidates: Candidates | undefined): string {
  if (candidates === undefined) return "";
  return typeof candidates === "string"
    ? `$(ovld completions --candidates ${candidates} 2>/dev/null)`
    : candidates.join(" ");
}

/** True for flags that are accepted before and after a command. */
export function isCommon(flag: { name: string }): boolean {
  return Object.hasOwn(commonFlags, flag.name.slice(2));
}

/** Functions for bash and zsh: `_ovld_words` sets `offered`, `_ovld_takes_value` tests whether a flag has a value. */
export function wordsFunctions(commands: readonly ShellCommand[]): string {
  return `_ovld_takes_value() {
  case "$1" in
    ${valueFlags(commands).join("|")}) return 0 ;;
  esac
  return 1
}

_ovld_words() {
  local command="$1" previous="$2" current="$3" position="$4"
  offered=""
  case "$command:$previous" in
${lines(flagValues(commands))}
  esac
  case "$current" in
  -*)
    case "$command" in
${lines(flagNames(commands))}
    esac
    return ;;
  esac
  case "$command:$position" in
${lines(positionals(commands))}
  esac
}`;
}

function valueFlags(commands: readonly ShellCommand[]): string[] {
  const flags = commands.flatMap((command) => command.flags).filter(({ type }) => type === "string");
  return [...new Set(flags.map(({ name }) => name))];
}

function flagValues(commands: readonly ShellCommand[]): string[] {
  const bare = { name: "", flags: commands[0]?.flags.filter(isCommon) ?? [] };
  return [bare, ...commands].flatMap(({ name, flags }) =>
    flags
      .filter((flag) => flag.type === "string")
      .map((flag) => `${name}:${flag.name}) offered="${wordsFor(flag.candidates)}"; return ;;`),
  );
}

function flagNames(commands: readonly ShellCommand[]): string[] {
  const named = commands.map(({ name, flags }) => `${name}) offered="${flags.map((flag) => flag.name).join(" ")}" ;;`);
  return [...named, '"") offered="--help --lang --debug --version" ;;'];
}

function positionals(commands: readonly ShellCommand[]): string[] {
  const named = commands.flatMap(({ name, arguments: positions }) =>
    positions.map(
      (position, index) => `${name}:${position.many ? "*" : index + 1}) offered="${wordsFor(position.candidates)}" ;;`,
    ),
  );
  return [...named, `:*) offered="${commands.map(({ name }) => name).join(" ")}" ;;`];
}

function lines(cases: readonly string[]): string {
  return cases.map((line) => `    ${line}`).join("\n");
}
