import type { Catalog } from "#i18n/catalog.ts";
import type { Context } from "./context.ts";

/** Values that shell completion offers. */
export type Candidates = "session" | "role" | "formation" | "topic" | readonly string[];

export interface FlagSpec {
  type: "boolean" | "string";
  /** Name of the value in help, e.g. `NAME`. */
  value?: string;
  /** May be repeated; the values are joined by commas. */
  many?: boolean;
  candidates?: Candidates;
}

export interface ArgumentSpec {
  name: string;
  optional?: boolean;
  /** Takes all remaining words; allowed for the last argument only. */
  many?: boolean;
  candidates?: Candidates;
}

export type FlagSpecs = Readonly<Record<string, FlagSpec>>;

export type FlagValues<F extends FlagSpecs> = {
  readonly [K in keyof F]: F[K]["type"] extends "boolean" ? boolean : string | undefined;
};

export type ArgumentValues<A extends readonly ArgumentSpec[]> = {
  readonly [S in A[number] as S["name"]]: S extends { many: true }
    ? readonly string[]
    : S extends { optional: true }
      ? string | undefined
      : string;
};

/** The compiler rejects a command without words in every language. */
export type CommandName = keyof Catalog["commands"];
export type CommandGroup = keyof Catalog["help"]["groups"];

export type CommandTable = Readonly<Record<CommandName, CommandEntry>>;

export interface CommandEntry {
  group: CommandGroup;
  load(): Promise<Command>;
}

/** Declaration of a command; help, parsing and completions all read it. */
export interface Command {
  flags: FlagSpecs;
  arguments: readonly ArgumentSpec[];
  /** Groups of flags and arguments that exclude each other. */
  apart?: readonly (readonly [string, string])[];
  /** A closed pipe does not stop the command. */
  ignoresClosedPipe?: boolean;
  /** Complete command lines; `test/e2e/examples.test.ts` runs each. */
  examples: readonly string[];
  /** Resolves to an exit status if the result is a failure (`ovld doctor`) or Ctrl-C is the normal end (`ovld serve`). */
  run(context: Context, input: CommandInput): Promise<CommandStatus>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: most commands return nothing.
export type CommandStatus = number | void;

export interface CommandInput {
  flags: Readonly<Record<string, string | boolean | undefined>>;
  arguments: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export function defineCommand<const F extends FlagSpecs, const A extends readonly ArgumentSpec[] = []>(spec: {
  flags: F;
  arguments?: A;
  apart?: readonly (readonly [string, string])[];
  ignoresClosedPipe?: boolean;
  examples: readonly string[];
  run(context: Context, input: { flags: FlagValues<F>; arguments: ArgumentValues<A> }): Promise<CommandStatus>;
}): Command {
  return { ...spec, arguments: spec.arguments ?? [], run: spec.run as Command["run"] };
}

export const commonFlags = {
  help: { type: "boolean" },
  lang: { type: "string", value: "en|ja", candidates: ["en", "ja"] },
  debug: { type: "boolean" },
} as const satisfies FlagSpecs;

export const sessionFlag = {
  session: { type: "string", value: "NAME", candidates: "session" },
} as const satisfies FlagSpecs;

export const jsonFlag = { json: { type: "boolean" } } as const satisfies FlagSpecs;

export function namesOf(commands: CommandTable): CommandName[] {
  return Object.keys(commands) as CommandName[];
}

export function isCommand(name: string, commands: CommandTable): name is CommandName {
  return Object.hasOwn(commands, name);
}
