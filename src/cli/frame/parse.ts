import { parseArgs } from "node:util";
import { nearest } from "#base/nearest.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { type Command, type CommandInput, commonFlags, type FlagSpecs } from "./command.ts";

/** Checks argv against a command's declaration; an unknown word throws before the command runs. */
export function parseInput(name: string, command: Command, argv: readonly string[]): CommandInput {
  const specs: FlagSpecs = { ...command.flags, ...commonFlags };
  const { tokens } = parseArgs({
    args: [...argv],
    options: {
      ...Object.fromEntries(Object.entries(specs).map(([flag, { type }]) => [flag, { type }])),
      help: { type: "boolean", short: "h" },
    },
    strict: false,
    tokens: true,
  });
  const flags: Record<string, string | boolean | undefined> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const [before, value] = [flags[token.name], flagValue(name, specs, token)];
    flags[token.name] = specs[token.name]?.many && before !== undefined ? `${before},${value}` : value;
  }
  for (const [flag, { type }] of Object.entries(specs)) if (type === "boolean") flags[flag] ??= false;
  const named = flags.help ? {} : namedArguments(name, command, positionals);
  requireApart(name, command, { flags, arguments: named });
  return { flags, arguments: named };
}

function requireApart(name: string, { apart = [] }: Command, input: CommandInput): void {
  const isGiven = (word: string) => {
    const value = input.flags[word] ?? input.arguments[word];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
  };
  const asTyped = (word: string) => (word in input.flags ? `--${word}` : `<${word}>`);
  for (const [one, other] of apart)
    if (isGiven(one) && isGiven(other))
      throw new OvldError("not-together", { command: name, one: asTyped(one), other: asTyped(other) });
}

interface OptionToken {
  name: string;
  rawName: string;
  value?: string | undefined;
}

function flagValue(command: string, specs: FlagSpecs, { name, rawName: flag, value }: OptionToken): string | true {
  const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
  if (!spec) {
    const known = Object.keys(specs).map((other) => `--${other}`);
    throw new OvldError("unknown-flag", { command, flag, nearest: nearest(flag, known) });
  }
  if (spec.type === "boolean") {
    if (value !== undefined) throw new OvldError("flag-takes-no-value", { command, flag });
    return true;
  }
  if (value === undefined || value === "") throw new OvldError("flag-needs-value", { command, flag });
  const allowed = spec.candidates;
  if (Array.isArray(allowed) && !allowed.includes(value))
    throw new OvldError("bad-flag-value", { flag, found: value, expected: { type: "one-of", values: allowed } });
  return value;
}

function namedArguments(name: string, command: Command, values: readonly string[]): CommandInput["arguments"] {
  const extra = values[command.arguments.length];
  if (extra !== undefined && !command.arguments.at(-1)?.many)
    throw new OvldError("extra-argument", { command: name, argument: extra });
  const named: Record<string, CommandInput["arguments"][string]> = {};
  for (const [index, spec] of command.arguments.entries()) {
    const value = values[index];
    if (value === undefined && !spec.optional)
      throw new OvldError("missing-argument", { command: name, argument: spec.name });
    if (value !== undefined && Array.isArray(spec.candidates) && !spec.candidates.includes(value))
      throw new OvldError("bad-flag-value", {
        flag: `<${spec.name}>`,
        found: value,
        expected: { type: "one-of", values: spec.candidates },
      });
    named[spec.name] = spec.many ? values.slice(index) : value;
  }
  return named;
}
