import { apiErrors } from "./api-errors.ts";
import { armyErrors } from "./army-errors.ts";
import { entry, type SourceLocation, type WordingOf } from "./error-entry.ts";
import { describeExpectation, type Expectation } from "./expectation.ts";
import { mailErrors } from "./mail-errors.ts";
import { tmuxErrors } from "./tmux-errors.ts";
import { workErrors } from "./work-errors.ts";

/** All errors, in English. The compiler requires a translation of each in `i18n/ja-errors.ts`. */
export const errorTable = {
  bug: entry("bug", {
    message: (v: { reason: string }) => `internal error: ${v.reason}`,
    hint: () =>
      "This is a bug in ovld. Run again with --debug, and report the output with the file of `ovld doctor --bundle`.",
  }),
  cancelled: entry("cancelled", {
    message: (_: object) => "cancelled",
    hint: () => "The user or a signal ended the command. No partial result is left.",
  }),

  "unknown-verb": entry("usage", {
    message: (v: { command: string; nearest?: string | undefined }) =>
      `unknown command: ${v.command}${v.nearest ? ` (did you mean ${v.nearest}?)` : ""}`,
    hint: () => "Run `ovld --help` for the list of commands.",
  }),
  "unknown-flag": entry("usage", {
    message: (v: { command: string; flag: string; nearest?: string | undefined }) =>
      `unknown flag: ${v.flag}${v.nearest ? ` (did you mean ${v.nearest}?)` : ""}`,
    hint: (v) => `Run \`${helpOf(v.command)}\` for the list of flags.`,
  }),
  "flag-needs-value": entry("usage", {
    message: (v: { command: string; flag: string }) => `${v.flag} needs a value`,
    hint: (v) => `Run \`${helpOf(v.command)}\` for an example.`,
  }),
  "flag-takes-no-value": entry("usage", {
    message: (v: { command: string; flag: string }) => `${v.flag} takes no value`,
    hint: (v) => `Run \`${helpOf(v.command)}\` for an example.`,
  }),
  "bad-flag-value": entry("usage", {
    message: (v: { flag: string; found: string; expected: Expectation }) =>
      `${v.flag} must be ${describeExpectation(v.expected)}, but is "${v.found}"`,
    hint: () => "Nothing was changed. Run the command with --help for allowed values.",
  }),
  "missing-argument": entry("usage", {
    message: (v: { command: string; argument: string }) => `ovld ${v.command} needs <${v.argument}>`,
    hint: (v) => `Run \`${helpOf(v.command)}\` for an example.`,
  }),
  "not-together": entry("usage", {
    message: (v: { command: string; one: string; other: string }) =>
      `ovld ${v.command} does not allow ${v.one} together with ${v.other}`,
    hint: () => "Nothing was changed. Omit one of the two.",
  }),
  "extra-argument": entry("usage", {
    message: (v: { command: string; argument: string }) =>
      `ovld ${v.command} does not take the argument "${v.argument}"`,
    hint: (v) => `Run \`${helpOf(v.command)}\` for its arguments.`,
  }),

  "no-home": entry("config", {
    message: (_: object) =>
      "no home directory: OVLD_HOME, XDG_CONFIG_HOME and HOME are all unset or not absolute paths",
    hint: () => "Set HOME, or set OVLD_HOME to a folder for the files of ovld.",
  }),
  "home-relative": entry("config", {
    message: (v: { found: string }) => `OVLD_HOME must be an absolute path, found "${v.found}"`,
    hint: () => "Nothing was changed. Set OVLD_HOME to a path that starts with /, or unset it.",
  }),
  "toml-syntax": entry("config", {
    message: (v: SourceLocation & { reason: string }) => `${v.file}:${v.line}:${v.column}: not valid TOML: ${v.reason}`,
    hint: () => "Correct that line. The file was not changed.",
  }),
  "bad-value": entry("config", {
    message: (v: SourceLocation & { key: string; expected: Expectation; found: string }) =>
      `${v.file}:${v.line}:${v.column}: ${v.key} must be ${describeExpectation(v.expected)}, found ${v.found}`,
    hint: () => "Correct that line. The file was not changed.",
  }),
  "bad-environment": entry("config", {
    message: (v: { variable: string; expected: Expectation; found: string }) =>
      `${v.variable} must be ${describeExpectation(v.expected)}, found ${v.found}`,
    hint: (v) => `Set ${v.variable} to an allowed value, or unset it.`,
  }),
  "file-not-text": entry("config", {
    message: (v: { file: string }) => `${v.file} is not UTF-8 text`,
    hint: () => "Save the file as UTF-8, or move it elsewhere.",
  }),

  "program-missing": entry("missing-program", {
    message: (v: { program: string }) => `${v.program} is not installed, or not on PATH`,
    hint: () => "Run `ovld doctor` to see how to install it.",
  }),
  "program-failed": entry("program-failed", {
    message: (v: ProgramFailure) =>
      `${v.program} ${v.signal ? `was ended by ${v.signal}` : `failed with exit status ${v.exitCode}`}${v.stderr ? `: ${lastLine(v.stderr)}` : ""}`,
    hint: () => "The message above is from that program. Try again; if the error persists, run `ovld doctor`.",
  }),
  "program-timeout": entry("program-failed", {
    message: (v: { program: string; args: readonly string[]; ms: number; stderr: string }) =>
      `${v.program} did not answer within ${v.ms} ms${v.stderr ? `: ${lastLine(v.stderr)}` : ""}`,
    hint: () => "The program hangs, or the machine is busy. Try again; if the error persists, run `ovld doctor`.",
  }),
  "program-unstartable": entry("program-failed", {
    message: (v: { program: string; reason: string }) => `${v.program} could not be started: ${v.reason}`,
    hint: () => "Check that the file is executable. `ovld config` shows the path that is set, `ovld doctor` tests it.",
  }),

  "file-missing": entry("not-found", {
    message: (v: { file: string }) => `${v.file} does not exist`,
    hint: () => "The file was moved or deleted, or its name is mistyped. Restore it, or use another file.",
  }),
  "file-failed": entry("store", {
    message: (v: { file: string; action: "read" | "write" | "remove"; reason: string }) =>
      `cannot ${v.action} ${v.file}: ${v.reason}`,
    hint: (v) =>
      v.reason === "file already exists"
        ? "The name is already in use. Choose another name."
        : "Check that the path is free, that its folder exists and is yours, and that the disk is not full.",
  }),
  "folder-foreign": entry("store", {
    message: (v: { folder: string; uid: number }) => `${v.folder} belongs to another user (uid ${v.uid})`,
    hint: () =>
      "Set OVLD_HOME, ZELLIJ_SOCKET_DIR or TMPDIR to a folder of your own, or ask the owner to remove this one.",
  }),
  "folder-open": entry("store", {
    message: (v: { folder: string }) => `other users can write to ${v.folder}`,
    hint: () => "Run `chmod go-w` on it; `ovld doctor --fix` does that for the ovld home.",
  }),
  "file-newer": entry("store", {
    message: (v: { file: string; found: number; known: number }) =>
      `${v.file} has format ${v.found}; this version of ovld knows formats up to ${v.known}`,
    hint: () => "Update ovld. The file was not changed.",
  }),
  "lock-timeout": entry("conflict", {
    message: (v: { file: string; holder: string; ms: number }) =>
      `${v.file} has been locked for ${v.ms} ms by process ${v.holder}`,
    hint: () => "Another ovld process is running. Wait for it, or end that process, and try again.",
  }),

  ...armyErrors,
  ...workErrors,
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
  /** Output before the failure. */
  stdout?: string;
}

export type ErrorCode = keyof typeof errorTable;
export type ErrorDetails<Code extends ErrorCode> = Parameters<(typeof errorTable)[Code]["message"]>[0];

/** Translation of all errors. */
export type ErrorWording = WordingOf<typeof errorTable>;

export function helpOf(command: string): string {
  return command === "" ? "ovld --help" : `ovld ${command} --help`;
}

export function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1)?.trim() ?? "";
}
