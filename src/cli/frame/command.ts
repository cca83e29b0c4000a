import type { Catalog } from "#i18n/catalog.ts";
import type { Context } from "./context.ts";

/** What a shell can offer for a value. */
export type Candidates = "session" | "role" | "formation" | "topic" | readonly string[];

export interface FlagSpec {
  type: "boolean" | "string";
  /** How the value is called in help, e.g. `NAME`. */
  value?: string;
  candidates?: Candidates;
}

export interface ArgumentSpec {
  name: string;
  optional?: boolean;
  /** It takes every word that is left; only the last one can. */
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

/** A command exists when every language has words for it. */
export type CommandName = keyof Catalog["commands"];
export type CommandGroup = keyof Catalog["help"]["groups"];

export type CommandTable = Readonly<Record<CommandName, CommandEntry>>;

export interface CommandEntry {
  group: CommandGroup;
  load(): Promise<Command>;
}

/** One command of the command line, declared so that help, parsing and completions read the same lines. */
export interface Command {
  flags: FlagSpecs;
  arguments: readonly ArgumentSpec[];
  /** Names of flags and arguments of which only one may be given. */
  apart?: readonly (readonly [string, string])[];
  /** It is carried out to its end, even when nobody reads any more what it says. */
  isUnheeding?: boolean;
  /** Whole command lines; each is run by a test. */
  examples: readonly string[];
  /**
   * Resolves to an exit status when the answer itself is a failure, as in `ovld doctor`, or when Ctrl-C is the usual end, as
   * in `ovld serve`.
   */
  run(context: Context, input: CommandInput): Promise<CommandStatus>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: most commands end without a word.
export type CommandStatus = number | void;

export interface CommandInput {
  flags: Readonly<Record<string, string | boolean | undefined>>;
  arguments: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export function defineCommand<const F extends FlagSpecs, const A extends readonly ArgumentSpec[] = []>(spec: {
  flags: F;
  arguments?: A;
  apart?: readonly (readonly [string, string])[];
  isUnheeding?: boolean;
  examples: readonly string[];
  run(context: Context, input: { flags: FlagValues<F>; arguments: ArgumentValues<A> }): Promise<CommandStatus>;
}): Command {
  return { ...spec, arguments: spec.arguments ?? [], run: spec.run as Command["run"] };
}

/** Flags every command takes. */
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
