import type { Expectation } from "./expectation.ts";
import { describeExpectation } from "./expectation.ts";

export type ErrorKind =
  | "bug"
  | "usage"
  | "config"
  | "missing-program"
  | "not-found"
  | "conflict"
  | "program-failed"
  | "store"
  | "sandbox"
  | "cancelled";

interface Place {
  file: string;
  line: number;
  column: number;
}

/** Every error the product can show, in English; `i18n/ja.ts` must translate each or it does not compile. */
export const errorTable = {
  bug: entry("bug", {
    message: (v: { reason: string }) => `internal error: ${v.reason}`,
    hint: () => "This is a bug in ovld. Run the command again with --debug and report what it prints.",
  }),
  cancelled: entry("cancelled", { message: (_: object) => "cancelled" }),

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
  }),
  "missing-argument": entry("usage", {
    message: (v: { verb: string; argument: string }) => `ovld ${v.verb} needs <${v.argument}>`,
    hint: (v) => `\`${helpOf(v.verb)}\` shows an example.`,
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
  }),
  "program-timeout": entry("program-failed", {
    message: (v: { program: string; args: readonly string[]; ms: number; stderr: string }) =>
      `${v.program} did not answer within ${v.ms} ms${v.stderr ? `: ${lastLine(v.stderr)}` : ""}`,
    hint: () => "Try again; if it stays, `ovld doctor` may say why.",
  }),
  "program-unstartable": entry("program-failed", {
    message: (v: { program: string; reason: string }) => `${v.program} could not be started: ${v.reason}`,
  }),

  "file-missing": entry("not-found", {
    message: (v: { file: string }) => `${v.file} does not exist`,
  }),
  "file-failed": entry("store", {
    message: (v: { file: string; action: "read" | "write" | "remove"; reason: string }) =>
      `cannot ${v.action} ${v.file}: ${v.reason}`,
    hint: () => "Check that the folder exists, is yours, and that the disk has room.",
  }),
  "lock-timeout": entry("conflict", {
    message: (v: { file: string; holder: string; ms: number }) =>
      `${v.file} has been locked for ${v.ms} ms by process ${v.holder}`,
    hint: () => "Another ovld is at work there. Wait for it, or end that process, and try again.",
  }),

  "formation-unknown": entry("not-found", {
    message: (v: { name: string; known: readonly string[] }) =>
      `no formation called "${v.name}"; there are: ${v.known.join(", ")}`,
    hint: () => "Put <name>.toml into the formations folder that `ovld paths` shows.",
  }),
  "formation-invalid": entry("config", {
    message: (v: Place & { problem: FormationProblem }) =>
      `${v.file}:${v.line}:${v.column}: ${describeFormationProblem(v.problem)}`,
    hint: () => "`docs/formations.md` describes the format.",
  }),

  "session-unknown": entry("not-found", {
    message: (v: { session: string; known: readonly string[] }) =>
      `no session called "${v.session}"; ${v.known.length ? `there are: ${v.known.join(", ")}` : "none is registered"}`,
  }),
  "session-none-here": entry("not-found", {
    message: (v: { directory: string }) => `no army is registered for ${v.directory}`,
    hint: () => "Go to the army's project, or name the army with --session.",
  }),
  "session-exists": entry("conflict", {
    message: (v: { session: string; directory: string }) =>
      `session "${v.session}" is already registered for ${v.directory}`,
  }),

  "role-unknown": entry("not-found", {
    message: (v: { role: string; known: readonly string[] }) =>
      `no role called "${v.role}"; there are: ${v.known.join(", ")}`,
  }),
  "subject-too-long": entry("usage", {
    message: (v: { characters: number; limit: number }) =>
      `the subject has ${v.characters} characters; at most ${v.limit} are allowed`,
    hint: () => "Shorten the subject and put the rest into the body. Nothing was sent.",
  }),
  "body-too-long": entry("usage", {
    message: (v: { bytes: number; limit: number }) => `the body has ${v.bytes} bytes; at most ${v.limit} are allowed`,
    hint: () => "Write the text to a file in the project and send its path. Nothing was sent.",
  }),
  "store-missing": entry("store", {
    message: (v: { folder: string }) => `there is no relay store in ${v.folder}`,
    hint: () => "The army was dismissed, or OVLD_RELAY_DIR points to the wrong place.",
  }),
  "store-damaged": entry("store", {
    message: (v: { file: string }) => `${v.file} is not what the relay store put there`,
    hint: () => "Something changed the store. Dismiss the army and summon it again.",
  }),
  "relay-environment": entry("config", {
    message: (v: { variable: string }) => `${v.variable} is not set`,
    hint: () => "The relay is started by an army's agents, which set OVLD_ROLE, OVLD_RELAY_DIR and OVLD_SESSION.",
  }),
} as const;

export interface ProgramFailure {
  program: string;
  args: readonly string[];
  exitCode: number | null;
  signal: string | null;
  stderr: string;
}

/** What is wrong with a formation although it is valid TOML with the right types. */
export type FormationProblem =
  | { what: "unknown-key"; key: string; nearest?: string | undefined }
  | { what: "pane-content" }
  | { what: "reserved-role"; role: string }
  | { what: "duplicate-role"; role: string }
  | { what: "unknown-role"; role: string; known: readonly string[] }
  | { what: "role-without-pane"; role: string }
  | { what: "role-twice"; role: string }
  | { what: "duplicate-tab"; tab: string }
  | { what: "sizes"; tab: string; sum: number }
  | { what: "rank"; role: string; superior: string }
  | { what: "focus-twice"; tab: string }
  | { what: "unsafe-path"; path: string };

export type ErrorCode = keyof typeof errorTable;
export type ErrorDetails<Code extends ErrorCode> = Parameters<(typeof errorTable)[Code]["message"]>[0];

/** The wording of every error in another language: same codes, same values. */
export type ErrorWording = {
  readonly [Code in ErrorCode]: {
    message(details: ErrorDetails<Code>): string;
  } & ((typeof errorTable)[Code] extends { hint: unknown } ? { hint(details: ErrorDetails<Code>): string } : object);
};

export function helpOf(verb: string): string {
  return verb === "" ? "ovld --help" : `ovld ${verb} --help`;
}

export function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1)?.trim() ?? "";
}

function entry<const Kind extends ErrorKind, V, W extends { hint?(details: V): string }>(
  kind: Kind,
  wording: { message(details: V): string } & W,
) {
  return { kind, ...wording };
}

function describeFormationProblem(problem: FormationProblem): string {
  switch (problem.what) {
    case "unknown-key":
      return `unknown key "${problem.key}"${problem.nearest ? ` (did you mean "${problem.nearest}"?)` : ""}`;
    case "pane-content":
      return `a pane holds exactly one of: role, view, panes`;
    case "reserved-role":
      return `"${problem.role}" cannot be a role's id: ovld uses it itself`;
    case "duplicate-role":
      return `role "${problem.role}" is defined twice`;
    case "unknown-role":
      return `there is no role "${problem.role}"; there are: ${problem.known.join(", ")}`;
    case "role-without-pane":
      return `role "${problem.role}" has no pane in any tab`;
    case "role-twice":
      return `role "${problem.role}" has two panes`;
    case "duplicate-tab":
      return `tab "${problem.tab}" is defined twice`;
    case "sizes":
      return `the sizes in tab "${problem.tab}" add up to ${problem.sum}%, not 100%`;
    case "rank":
      return `role "${problem.role}" reports to "${problem.superior}", whose rank is not above its own`;
    case "focus-twice":
      return `tab "${problem.tab}" asks for the focus, but another tab has it`;
    case "unsafe-path":
      return `"${problem.path}" must be a relative path without ".."`;
  }
}
