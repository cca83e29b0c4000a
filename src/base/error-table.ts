import { describeExpectation, type Expectation } from "./expectation.ts";
import { describeFormationProblem, type FormationProblem } from "./formation-problem.ts";

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
  "session-ended": entry("not-found", {
    message: (v: { session: string }) => `session "${v.session}" no longer runs`,
    hint: () => "`ovld summon` in its directory starts anew, `ovld unsummon` removes what is left.",
  }),
  "session-exists": entry("conflict", {
    message: (v: { session: string; directory: string }) =>
      `session "${v.session}" is already registered for ${v.directory}`,
  }),

  "layout-unrenderable": entry("config", {
    message: (v: { place: string; value: string }) =>
      `the layout cannot be rendered: ${v.place} holds characters that a layout cannot carry: ${JSON.stringify(v.value)}`,
    hint: () => "Rename the directory, or correct the formation.",
  }),
  "path-not-utf8": entry("config", {
    message: (v: { path: string }) => `the path ${v.path} is not valid UTF-8, and a layout cannot name it`,
    hint: () => "Rename that folder, or set OVLD_HOME to another one.",
  }),
  "pane-gone": entry("not-found", {
    message: (v: { session: string; pane: string }) => `session "${v.session}" has no pane ${v.pane}`,
    hint: () => "The pane was closed.",
  }),
  "pane-exited": entry("not-found", {
    message: (v: { session: string; pane: string }) =>
      `the program in pane ${v.pane} of session "${v.session}" has ended, and nothing was typed`,
    hint: () => "Go to the pane and press Enter to start it again.",
  }),
  "session-taken": entry("conflict", {
    message: (v: { session: string; program: string }) => `${v.program} already has a session called "${v.session}"`,
    hint: () => "Nothing was started. Attach to it, or end it first.",
  }),
  "session-not-started": entry("program-failed", {
    message: (v: { session: string; program: string; exitCode: number | null }) =>
      `${v.program} ended before session "${v.session}" was up${v.exitCode ? ` (exit status ${v.exitCode})` : ""}`,
    hint: () => "What it said itself stands above, if it said anything. Nothing was left running.",
  }),
  "panes-missing": entry("program-failed", {
    message: (v: { session: string; program: string; panes: readonly string[] }) =>
      `${v.program} opened session "${v.session}" without: ${v.panes.join(", ")}`,
    hint: () => "The session was ended again. Try once more.",
  }),
  "session-not-ended": entry("program-failed", {
    message: (v: { session: string; program: string }) =>
      `${v.program} still has session "${v.session}" after it was told to end it`,
    hint: () => "Try again; if it stays, `ovld doctor` may say why.",
  }),

  "agent-gone": entry("not-found", {
    message: (v: { role: string }) => `the agent of ${v.role} has ended`,
  }),
  "ritual-missing": entry("not-found", {
    message: (v: { file: string; folders: readonly string[] }) => `there is no ritual ${v.file}`,
    hint: (v) => `Looked in ${v.folders.join(", ")}. \`ovld init\` writes the built-in rituals.`,
  }),
  "no-terminal": entry("usage", {
    message: (_: object) => "this is not a terminal, so there is nothing to show the army on",
    hint: () => "`ovld summon --detach` starts it in the background; `ovld attach` shows it later.",
  }),
  "inside-multiplexer": entry("usage", {
    message: (v: { multiplexer: string }) => `this terminal already runs inside ${v.multiplexer}`,
    hint: () => "`ovld summon --detach` starts the army in the background; attach to it from a terminal of its own.",
  }),
  "program-too-old": entry("missing-program", {
    message: (v: { program: string; found: string; needed: string }) =>
      `${v.program} ${v.found} is too old; ${v.needed} or newer is needed`,
    hint: () => "`ovld doctor` says how to install a newer one.",
  }),
  "multiplexer-unsupported": entry("usage", {
    message: (v: { multiplexer: string }) => `an army cannot be summoned on ${v.multiplexer} yet`,
    hint: () => "Use zellij: `--mux zellij`.",
  }),
  "needs-force": entry("usage", {
    message: (_: object) => "this is not a terminal, so nobody can be asked",
    hint: () => "`--force` dismisses without asking.",
  }),

  "sandbox-unsupported": entry("sandbox", {
    message: (v: { engine: string; platform: string }) => `the sandbox ${v.engine} does not exist on ${v.platform}`,
    hint: () => "seatbelt is for macOS, bubblewrap for Linux. Nothing was started.",
  }),
  "sandbox-unusable": entry("sandbox", {
    message: (v: { engine: string; reason: string }) => `${v.engine} cannot confine programs here: ${v.reason}`,
    hint: () => "`docs/sandbox.md` says what it needs. Nothing was started; --no-sandbox starts the agents unconfined.",
  }),
  "sandbox-project": entry("sandbox", {
    message: (v: { directory: string; why: "everything" | "ovld-home" }) =>
      v.why === "everything"
        ? `agents that may write to ${v.directory} may write everywhere: there is nothing to confine`
        : `${v.directory} lies in the ovld home, which confined agents may not change`,
    hint: () => "Summon in another directory, or with --no-sandbox.",
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
