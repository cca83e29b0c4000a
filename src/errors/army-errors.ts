import { entry, type SourceLocation } from "./error-entry.ts";
import { describeFormationProblem, type FormationProblem } from "./formation-problem.ts";

/** Reasons why a pane cannot take its ritual yet. */
export const blockerTexts = {
  trust: "its agent asks whether to trust this directory",
  bypass: "its agent asks whether it may act without permission",
  onboarding: "its agent CLI is not set up yet",
  login: "its agent CLI is not signed in",
  question: "its agent asks a question",
  draft: "a user is typing in it",
  unseen: "its input box is not visible yet",
};

/** Armies, their multiplexers and their sandboxes. */
export const armyErrors = {
  "formation-unknown": entry("not-found", {
    message: (v: { name: string; known: readonly string[] }) =>
      `no formation "${v.name}"; available: ${v.known.join(", ")}`,
    hint: () => "Use one of these, or put <name>.toml into the formations folder that `ovld paths` shows.",
  }),
  "formation-invalid": entry("config", {
    message: (v: SourceLocation & { problem: FormationProblem }) =>
      `${v.file}:${v.line}:${v.column}: ${describeFormationProblem(v.problem)}`,
    hint: () => "Nothing was started. Correct that line; `docs/formations.md` describes the format.",
  }),

  "session-unknown": entry("not-found", {
    message: (v: { session: string; known: readonly string[] }) =>
      `no session "${v.session}"; ${v.known.length ? `registered: ${v.known.join(", ")}` : "none is registered"}`,
    hint: () => "Use `ovld status --all` to list every army. `unsummon` and `restart` need the full name.",
  }),
  "session-none-here": entry("not-found", {
    message: (v: { directory: string }) => `no army is registered for ${v.directory}`,
    hint: () =>
      "Use `ovld summon` to summon one here. For another army, change to its directory or pass its name (`ovld status --all`).",
  }),
  "session-ended": entry("not-found", {
    message: (v: { session: string }) => `session "${v.session}" has ended`,
    hint: () => "Use `ovld summon` in its directory to resume or replace it, `ovld unsummon` to remove what is left.",
  }),
  "session-outdated": entry("conflict", {
    message: (v: { session: string }) => `session "${v.session}" was summoned by an older version of ovld`,
    hint: (v) =>
      `Run \`ovld unsummon ${v.session} --keep\`, then \`ovld summon --resume\` in its directory. Mail and conversations are kept.`,
  }),
  "agent-cli-unknown": entry("conflict", {
    message: (v: { session: string; agent: string; known: readonly string[] }) =>
      `session "${v.session}" has an agent CLI that this ovld does not know: ${v.agent}; known: ${v.known.join(", ")}`,
    hint: () => "Use the version of ovld that summoned it, or `ovld unsummon` to remove it.",
  }),
  "project-moved": entry("conflict", {
    message: (v: { directory: string; found: string }) =>
      `${v.directory} is now a link to ${v.found}; its army was summoned for another folder`,
    hint: () => "Move the project back, or use `ovld unsummon` and summon a new army.",
  }),
  "sandbox-unknown": entry("sandbox", {
    message: (v: { session: string }) =>
      `the registry was rebuilt and does not record whether session "${v.session}" ran in a sandbox`,
    hint: () => "Run `ovld unsummon --keep`, then `ovld summon --resume` with `--sandbox ENGINE` or `--no-sandbox`.",
  }),
  "session-resumable": entry("conflict", {
    message: (v: { session: string; unread: number; conversations: number }) =>
      `session "${v.session}" has ended and can be resumed: conversations ${v.conversations}, unread messages ${v.unread}`,
    hint: () => "Use `ovld summon --resume` to resume it, or `ovld summon --fresh` to remove it and start a new one.",
  }),
  "nothing-to-resume": entry("not-found", {
    message: (v: { directory: string }) => `there is no army of ${v.directory} to resume`,
    hint: () => "Use `ovld summon` to start a new one.",
  }),
  "flag-with-resume": entry("usage", {
    message: (v: { flag: string }) => `${v.flag} cannot be used with --resume: an army resumes as it was summoned`,
    hint: () => "Omit one of the two.",
  }),
  "session-exists": entry("conflict", {
    message: (v: { session: string; directory: string }) =>
      `session "${v.session}" is already registered for ${v.directory}`,
    hint: () => "Two `ovld summon` chose the same name at once. Summon again; it gets another name.",
  }),

  "layout-unrenderable": entry("config", {
    message: (v: { place: string; value: string }) =>
      `the layout cannot be rendered: ${v.place} has characters that a layout does not allow: ${JSON.stringify(v.value)}`,
    hint: () => "Rename the directory, or correct the formation.",
  }),
  "path-not-utf8": entry("config", {
    message: (v: { path: string }) => `the path ${v.path} is not valid UTF-8, so a layout cannot contain it`,
    hint: () => "Rename that folder, or set OVLD_HOME to another folder.",
  }),
  "pane-gone": entry("not-found", {
    message: (v: { session: string; pane: string }) => `session "${v.session}" has no pane ${v.pane}`,
    hint: () => "The pane was closed. Use `ovld restart <role>` to open it and to resume its agent.",
  }),
  "pane-exited": entry("not-found", {
    message: (v: { session: string; pane: string }) =>
      `the program in pane ${v.pane} of session "${v.session}" has ended; nothing was typed`,
    hint: () => "Use `ovld restart <role>` to restart the agent. The pane still shows its last output.",
  }),
  "session-taken": entry("conflict", {
    message: (v: { session: string; program: string }) => `${v.program} already has a session called "${v.session}"`,
    hint: () => "Nothing was started. The session belongs to another program: rename or end it, then summon again.",
  }),
  "session-not-started": entry("program-failed", {
    message: (v: { session: string; program: string; exitCode: number | null }) =>
      `${v.program} ended before session "${v.session}" was up${v.exitCode ? ` (exit status ${v.exitCode})` : ""}`,
    hint: () =>
      "Nothing was left running. Fix the cause, shown above if it was printed, or run `ovld doctor`; then summon again.",
  }),
  "panes-missing": entry("program-failed", {
    message: (v: { session: string; program: string; panes: readonly string[] }) =>
      `${v.program} opened session "${v.session}" without: ${v.panes.join(", ")}`,
    hint: () => "The session was ended. Try again; if the error persists, run `ovld doctor`.",
  }),
  "session-not-ended": entry("program-failed", {
    message: (v: { session: string; program: string }) =>
      `${v.program} still has session "${v.session}" after the command to end it`,
    hint: () => "Try again; if the error persists, run `ovld doctor`.",
  }),

  "agent-gone": entry("not-found", {
    message: (v: { role: string }) => `the agent of ${v.role} has ended`,
    hint: (v) =>
      `It quit or was killed; its mail is kept. Use \`ovld restart ${v.role}\` to restart it; \`ovld attach\` shows its last output.`,
  }),
  "ritual-hindered": entry("conflict", {
    message: (v: { role: string; blocker: keyof typeof blockerTexts }) =>
      `the pane of ${v.role} cannot take its ritual yet: ${blockerTexts[v.blocker]}`,
    hint: (v) => `Use \`ovld attach\` and resolve this in the pane, then run \`ovld ritual ${v.role}\`.`,
  }),
  "ritual-missing": entry("not-found", {
    message: (v: { file: string; folders: readonly string[] }) => `the ritual ${v.file} does not exist`,
    hint: (v) =>
      `Searched: ${v.folders.join(", ")}. Write the file there, run \`ovld init\` for the built-in rituals, or use --no-rituals.`,
  }),
  "no-terminal": entry("usage", {
    message: (_: { command: string }) => "this is not a terminal, so the army cannot be shown",
    hint: (v) =>
      v.command === "demo"
        ? "Nothing was started. Use `ovld demo` without --attach to print the demo as text."
        : v.command === "attach"
          ? "Attach from a terminal, or use `ovld status` and `ovld log`, which need none."
          : "Use `ovld summon --detach` to start it in the background, and `ovld attach` to show it later.",
  }),
  "inside-multiplexer": entry("usage", {
    message: (v: { multiplexer: string; command: string }) => `this terminal already runs inside ${v.multiplexer}`,
    hint: (v) =>
      v.command === "summon"
        ? "Use `ovld summon --detach` to start the army in the background, then attach from another terminal."
        : "Use a terminal outside of it: nested multiplexers share the same key bindings.",
  }),
  "program-too-old": entry("missing-program", {
    message: (v: { program: string; found: string; needed: string }) =>
      `${v.program} ${v.found} is too old; ${v.needed} or newer is needed`,
    hint: () => "Run `ovld doctor` to see how to install a newer version.",
  }),
  "no-server": entry("not-found", {
    message: (v: { program: string }) => `no ${v.program} server is running`,
    hint: () => "The server ends with its last session. Use `ovld summon` to start one.",
  }),
  "server-gone": entry("program-failed", {
    message: (v: { program: string }) => `the ${v.program} server ended during a request`,
    hint: () =>
      "All its sessions are gone. Use `ovld summon --resume` in an army's directory to resume it, or `ovld unsummon` to remove it.",
  }),
  "needs-force": entry("usage", {
    message: (_: object) => "this is not a terminal, so ovld cannot ask for confirmation",
    hint: () => "Nothing was changed. Use --force to skip the confirmation.",
  }),

  "sandbox-unsupported": entry("sandbox", {
    message: (v: { engine: string; platform: string }) => `the sandbox ${v.engine} is not available on ${v.platform}`,
    hint: () => "Nothing was started. Use seatbelt on macOS, bubblewrap on Linux.",
  }),
  "sandbox-unusable": entry("sandbox", {
    message: (v: { engine: string; reason: string }) => `${v.engine} cannot confine programs here: ${v.reason}`,
    hint: () => "Nothing was started. See `docs/sandbox.md` for requirements, or use --no-sandbox.",
  }),
  "sandbox-project": entry("sandbox", {
    message: (v: { directory: string; why: "everything" | "ovld-home" }) =>
      v.why === "everything"
        ? `write access to ${v.directory} is write access to everything, so a sandbox has no effect`
        : `${v.directory} is inside the ovld home, which sandboxed agents may not change`,
    hint: () => "Summon in another directory, or use --no-sandbox.",
  }),
} as const;
