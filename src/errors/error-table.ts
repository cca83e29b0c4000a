import { apiErrors } from "#base/api-errors.ts";
import { armyErrors } from "#base/army-errors.ts";
import { mailErrors } from "#base/mail-errors.ts";
import { entry, type Place, type WordingOf } from "./error-entry.ts";
import { describeExpectation, type Expectation } from "./expectation.ts";
import { tmuxErrors } from "./tmux-errors.ts";

/** Every error the product can show, in English; `i18n/ja.ts` must translate each or it does not compile. */
export const errorTable = {
  bug: entry("bug", {
    message: (v: { reason: string }) => `internal error: ${v.reason}`,
    hint: () =>
      "This is a bug in ovld. Run it again with --debug, and report that and what `ovld doctor --bundle` writes.",
  }),
  cancelled: entry("cancelled", {
    message: (_: object) => "cancelled",
    hint: () => "You, or a signal, ended it. Nothing was left half done.",
  }),

  "unknown-verb": entry("usage", {
    message: (v: { verb: string; nearest?: string | undefined }) =>
      `unknown verb: ${v.verb}${v.nearest ? ` (did you mean ${v.nearest}?)` : ""}`,
    hint: () => "`ovld --help` lists the verbs.",
  }),
  "unknown-flag": entry("usage", {
    message: (v: { verb: string; flag: string; nearest?: string | undefined }) =>
      `unknown flag: ${v.flag}${v.nearest ? ` (did you mean ${v.nearest}?)` : ""}`,
    hint: (v) => `\`${helpOf(v.verb)}\` lists the flags.`,
  }),
  "flag-needs-value": entry("usage", {
    message: (v: { verb: string; flag: string }) => `${v.flag} needs a value`,
    hint: (v) => `\`${helpOf(v.verb)}\` shows an example.`,
  }),
  "flag-takes-no-value": entry("usage", {
    message: (v: { verb: string; flag: string }) => `${v.flag} takes no value`,
    hint: (v) => `\`${helpOf(v.verb)}\` shows an example.`,
  }),
  "bad-flag-value": entry("usage", {
    message: (v: { flag: string; found: string; expected: Expectation }) =>
      `${v.flag} must be ${describeExpectation(v.expected)}, but is "${v.found}"`,
    hint: () => "Nothing was done. The verb's --help shows what it takes.",
  }),
  "missing-argument": entry("usage", {
    message: (v: { verb: string; argument: string }) => `ovld ${v.verb} needs <${v.argument}>`,
    hint: (v) => `\`${helpOf(v.verb)}\` shows an example.`,
  }),
  "not-together": entry("usage", {
    message: (v: { verb: string; one: string; other: string }) =>
      `ovld ${v.verb} does not take ${v.one} and ${v.other} together`,
    hint: () => "Leave one of them out. Nothing was done.",
  }),
  "extra-argument": entry("usage", {
    message: (v: { verb: string; argument: string }) => `ovld ${v.verb} does not take "${v.argument}"`,
    hint: (v) => `\`${helpOf(v.verb)}\` shows what it takes.`,
  }),

  "no-home": entry("config", {
    message: (_: object) =>
      "no home directory: OVLD_HOME, XDG_CONFIG_HOME and HOME are all unset or not absolute paths",
    hint: () => "Set HOME, or set OVLD_HOME to the folder that ovld may keep its files in.",
  }),
  "home-relative": entry("config", {
    message: (v: { found: string }) => `OVLD_HOME must be an absolute path, found "${v.found}"`,
    hint: () => "Write the whole path, from / on, or unset it. Nothing was done.",
  }),
  "toml-syntax": entry("config", {
    message: (v: Place & { reason: string }) => `${v.file}:${v.line}:${v.column}: not valid TOML: ${v.reason}`,
    hint: () => "Correct that line; the file was left as it is.",
  }),
  "bad-value": entry("config", {
    message: (v: Place & { key: string; expected: Expectation; found: string }) =>
      `${v.file}:${v.line}:${v.column}: ${v.key} must be ${describeExpectation(v.expected)}, found ${v.found}`,
    hint: () => "Correct that line; the file was left as it is.",
  }),
  "bad-environment": entry("config", {
    message: (v: { variable: string; expected: Expectation; found: string }) =>
      `${v.variable} must be ${describeExpectation(v.expected)}, found ${v.found}`,
    hint: (v) => `Set ${v.variable} to an allowed value, or unset it.`,
  }),
  "file-not-text": entry("config", {
    message: (v: { file: string }) => `${v.file} is not UTF-8 text`,
    hint: () => "Save it as UTF-8, or move it away.",
  }),

  "program-missing": entry("missing-program", {
    message: (v: { program: string }) => `${v.program} is not installed, or not on PATH`,
    hint: () => "`ovld doctor` says how to install it here.",
  }),
  "program-failed": entry("program-failed", {
    message: (v: ProgramFailure) =>
      `${v.program} ${v.signal ? `was ended by ${v.signal}` : `failed with exit status ${v.exitCode}`}${v.stderr ? `: ${lastLine(v.stderr)}` : ""}`,
    hint: () => "Its own words stand above. Try again; if it stays, `ovld doctor` checks the program.",
  }),
  "program-timeout": entry("program-failed", {
    message: (v: { program: string; args: readonly string[]; ms: number; stderr: string }) =>
      `${v.program} did not answer within ${v.ms} ms${v.stderr ? `: ${lastLine(v.stderr)}` : ""}`,
    hint: () => "It hangs, or the machine is busy. Try again; if it stays, `ovld doctor` may say why.",
  }),
  "program-unstartable": entry("program-failed", {
    message: (v: { program: string; reason: string }) => `${v.program} could not be started: ${v.reason}`,
    hint: () => "Check that it is a program you may run; `ovld config` shows which one is set, `ovld doctor` tries it.",
  }),

  "file-missing": entry("not-found", {
    message: (v: { file: string }) => `${v.file} does not exist`,
    hint: () => "It was moved or deleted, or its name is mistyped. Put it back, or name another one.",
  }),
  "file-failed": entry("store", {
    message: (v: { file: string; action: "read" | "write" | "remove"; reason: string }) =>
      `cannot ${v.action} ${v.file}: ${v.reason}`,
    hint: (v) =>
      v.reason === "file already exists"
        ? "There is something of that name already: choose another."
        : "Check that nothing else stands there, that its folder exists and is yours, and that the disk has room.",
  }),
  "folder-foreign": entry("store", {
    message: (v: { folder: string; uid: number }) => `${v.folder} belongs to another user (uid ${v.uid})`,
    hint: () => "Use a folder of your own: set OVLD_HOME, ZELLIJ_SOCKET_DIR or TMPDIR, or ask its owner to remove it.",
  }),
  "folder-open": entry("store", {
    message: (v: { folder: string }) => `other users can write to ${v.folder}`,
    hint: () => "Close it with `chmod go-w`; `ovld doctor --fix` does that for the ovld home.",
  }),
  "file-newer": entry("store", {
    message: (v: { file: string; found: number; known: number }) =>
      `${v.file} has format ${v.found}; this version of ovld knows formats up to ${v.known}`,
    hint: () => "Update ovld. The file was left as it is.",
  }),
  "lock-timeout": entry("conflict", {
    message: (v: { file: string; holder: string; ms: number }) =>
      `${v.file} has been locked for ${v.ms} ms by process ${v.holder}`,
    hint: () => "Another ovld is at work there. Wait for it, or end that process, and try again.",
  }),

  ...armyErrors,
  ...mailErrors,
  ...apiErrors,
  ...tmuxErrors,
} as const;

export interface ProgramFailure {
  program: string;
  args: readonly string[];
  exitCode: number | null;
  signal: string | null;
  stderr: string;
  /** What it had said before it failed. */
  stdout?: string;
}

export type ErrorCode = keyof typeof errorTable;
export type ErrorDetails<Code extends ErrorCode> = Parameters<(typeof errorTable)[Code]["message"]>[0];

/** The wording of every error in another language. */
export type ErrorWording = WordingOf<typeof errorTable>;

export function helpOf(verb: string): string {
  return verb === "" ? "ovld --help" : `ovld ${verb} --help`;
}

export function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1)?.trim() ?? "";
}
