import { entry, type Place } from "#errors/error-entry.ts";
import { describeFormationProblem, type FormationProblem } from "#errors/formation-problem.ts";

/** What a ritual waits for. */
export const hurdleTexts = {
  trust: "it asks whether to trust this directory",
  bypass: "it asks whether it may act without permission",
  onboarding: "it has not been set up yet",
  login: "it is not signed in",
  question: "it asks something",
  draft: "someone is typing there",
  unseen: "no composer is seen there yet",
};

/** Armies, the multiplexers they stand on, and the sandboxes around them. */
export const armyErrors = {
  "formation-unknown": entry("not-found", {
    message: (v: { name: string; known: readonly string[] }) =>
      `no formation called "${v.name}"; there are: ${v.known.join(", ")}`,
    hint: () => "Put <name>.toml into the formations folder that `ovld paths` shows.",
  }),
  "formation-invalid": entry("config", {
    message: (v: Place & { problem: FormationProblem }) =>
      `${v.file}:${v.line}:${v.column}: ${describeFormationProblem(v.problem)}`,
    hint: () => "Correct that line; `docs/formations.md` describes the format. Nothing was started.",
  }),

  "session-unknown": entry("not-found", {
    message: (v: { session: string; known: readonly string[] }) =>
      `no session called "${v.session}"; ${v.known.length ? `there are: ${v.known.join(", ")}` : "none is registered"}`,
    hint: () =>
      "It was dismissed, or its name is mistyped; `unsummon` and `restart` need the whole name. `ovld status --all` lists every army.",
  }),
  "session-none-here": entry("not-found", {
    message: (v: { directory: string }) => `no army is registered for ${v.directory}`,
    hint: () =>
      "Go to the army's project, or name the army: `ovld status --all` lists them. `ovld summon` summons one here.",
  }),
  "session-ended": entry("not-found", {
    message: (v: { session: string }) => `session "${v.session}" no longer runs`,
    hint: () => "`ovld summon` in its directory brings it back or starts anew, `ovld unsummon` removes what is left.",
  }),
  "session-outdated": entry("conflict", {
    message: (v: { session: string }) => `session "${v.session}" was summoned by an older version of ovld`,
    hint: (v) =>
      `Run \`ovld unsummon ${v.session} --keep\`, then \`ovld summon --resume\` in its directory: mail and conversations stay.`,
  }),
  "project-moved": entry("conflict", {
    message: (v: { directory: string; found: string }) =>
      `${v.directory} is now a link to ${v.found}; its army was summoned for another folder`,
    hint: () => "Put the project back in its place, or end the army with `ovld unsummon` and summon one there.",
  }),
  "sandbox-unknown": entry("sandbox", {
    message: (v: { session: string }) =>
      `the registry was rebuilt, and it is unknown whether session "${v.session}" was confined`,
    hint: () =>
      "End it with `ovld unsummon --keep`, then choose: `ovld summon --resume --sandbox ENGINE`, or with `--no-sandbox`.",
  }),
  "session-resumable": entry("conflict", {
    message: (v: { session: string; unread: number; conversations: number }) =>
      `session "${v.session}" ended and can be taken up again: conversations ${v.conversations}, unread messages ${v.unread}`,
    hint: () => "`ovld summon --resume` brings it back; `ovld summon --fresh` removes it and starts anew.",
  }),
  "nothing-to-resume": entry("not-found", {
    message: (v: { directory: string }) => `no army of ${v.directory} is there to be taken up again`,
    hint: () => "`ovld summon` starts a new one.",
  }),
  "flag-with-resume": entry("usage", {
    message: (v: { flag: string }) => `${v.flag} does not go with --resume: an army comes back as it was`,
    hint: () => "Leave one of them out.",
  }),
  "session-exists": entry("conflict", {
    message: (v: { session: string; directory: string }) =>
      `session "${v.session}" is already registered for ${v.directory}`,
    hint: () => "Two summonings chose one name at once. `ovld status --all` shows it; summon again for another name.",
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
    hint: () => "The pane was closed. `ovld restart <role>` opens it again, with its agent in its conversation.",
  }),
  "pane-exited": entry("not-found", {
    message: (v: { session: string; pane: string }) =>
      `the program in pane ${v.pane} of session "${v.session}" has ended, and nothing was typed`,
    hint: () => "`ovld restart <role>` starts an agent again in its pane; the pane shows what it said last.",
  }),
  "session-taken": entry("conflict", {
    message: (v: { session: string; program: string }) => `${v.program} already has a session called "${v.session}"`,
    hint: () => "Nothing was started. That session is not of this army: rename or end it, then summon again.",
  }),
  "session-not-started": entry("program-failed", {
    message: (v: { session: string; program: string; exitCode: number | null }) =>
      `${v.program} ended before session "${v.session}" was up${v.exitCode ? ` (exit status ${v.exitCode})` : ""}`,
    hint: () =>
      "What it said itself stands above, if it said anything. Correct that, or ask `ovld doctor`; then summon again. Nothing was left running.",
  }),
  "panes-missing": entry("program-failed", {
    message: (v: { session: string; program: string; panes: readonly string[] }) =>
      `${v.program} opened session "${v.session}" without: ${v.panes.join(", ")}`,
    hint: () => "The session was ended again. Try once more; if it stays, `ovld doctor` may say why.",
  }),
  "session-not-ended": entry("program-failed", {
    message: (v: { session: string; program: string }) =>
      `${v.program} still has session "${v.session}" after it was told to end it`,
    hint: () => "Try again; if it stays, `ovld doctor` may say why.",
  }),

  "agent-gone": entry("not-found", {
    message: (v: { role: string }) => `the agent of ${v.role} has ended`,
    hint: (v) =>
      `It quit or was killed; its mail is kept. \`ovld attach\` shows what it said last, \`ovld restart ${v.role}\` starts it again.`,
  }),
  "ritual-hindered": entry("conflict", {
    message: (v: { role: string; hurdle: keyof typeof hurdleTexts }) =>
      `the pane of ${v.role} takes no ritual yet: ${hurdleTexts[v.hurdle]}`,
    hint: (v) => `\`ovld attach\` and see to it in its pane, then \`ovld ritual ${v.role}\`.`,
  }),
  "ritual-missing": entry("not-found", {
    message: (v: { file: string; folders: readonly string[] }) => `there is no ritual ${v.file}`,
    hint: (v) =>
      `Looked in ${v.folders.join(", ")}. Write it there, or summon with --no-rituals; \`ovld init\` writes those of the built-in formations.`,
  }),
  "no-terminal": entry("usage", {
    message: (_: { verb: string }) => "this is not a terminal, so there is nothing to show the army on",
    hint: (v) =>
      v.verb === "demo"
        ? "`ovld demo` without --attach tells the same as lines. Nothing was started."
        : v.verb === "attach"
          ? "Attach from a terminal; `ovld status` and `ovld log` need none."
          : "`ovld summon --detach` starts it in the background; `ovld attach` shows it later.",
  }),
  "inside-multiplexer": entry("usage", {
    message: (v: { multiplexer: string; verb: string }) => `this terminal already runs inside ${v.multiplexer}`,
    hint: (v) =>
      v.verb === "summon"
        ? "`ovld summon --detach` starts the army in the background; attach to it from a terminal of its own."
        : "Do it in a terminal of its own: two multiplexers fight for the same keys.",
  }),
  "program-too-old": entry("missing-program", {
    message: (v: { program: string; found: string; needed: string }) =>
      `${v.program} ${v.found} is too old; ${v.needed} or newer is needed`,
    hint: () => "`ovld doctor` says how to install a newer one.",
  }),
  "no-server": entry("not-found", {
    message: (v: { program: string }) => `no ${v.program} server is running`,
    hint: () => "It ends with its last session. `ovld summon` starts one.",
  }),
  "server-gone": entry("program-failed", {
    message: (v: { program: string }) => `the ${v.program} server ended while it was asked`,
    hint: () =>
      "Every session on it is gone. `ovld summon --resume` in its directory brings an army back, `ovld unsummon` removes what is left.",
  }),
  "needs-force": entry("usage", {
    message: (_: object) => "this is not a terminal, so nobody can be asked",
    hint: () => "Nothing was changed. Say --force to go on without being asked.",
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
} as const;
