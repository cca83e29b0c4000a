import { blockerTexts } from "#errors/army-errors.ts";

/** Texts of the commands for armies. */
export const enArmy = {
  summon: {
    summoning: (name: string, roles: number, multiplexer: string) =>
      `Summoning ${name}: ${countOf(roles)} on ${multiplexer}`,
    exists: (name: string) => `${name} is already running.`,
    stays: (formation: string, multiplexer: string) =>
      `Formation and multiplexer stay as they are: ${formation} on ${multiplexer}. To change them, use \`ovld unsummon\` first.`,
    agentsStay: "The agent CLIs stay as they are. To change one, use `ovld restart ROLE --agent CLI`.",
    cleaned: (name: string) => `${name} had ended; ovld removed what was left of it.`,
    detached: (name: string) => `${name} keeps running. \`ovld attach ${name}\` shows it again.`,
    ended: (name: string) => `${name} has ended.`,
    readiness: {
      within: (seconds: number) => `Waiting up to ${seconds} seconds for each agent to get ready.`,
      starting: (roles: readonly string[]) => `… ${roles.join(", ")}: starting`,
      ready: (role: string) => `✔ ${role}`,
      notReady: (role: string, why: string, seen: string) => `✘ ${role}: ${why}${seen && ` · ${seen}`}`,
      count: (ready: number, all: number) => `${ready}/${all} ready`,
      next: "Use `ovld attach` to see what blocks an agent, `ovld restart <role>` to restart it, `ovld unsummon` to end the army.",
    },
    gone: (roles: readonly string[]) =>
      `No longer running: ${roles.join(", ")}. Use \`ovld restart ${roles.join(" ")}\` to restart them, or \`ovld unsummon\` to end the army.`,
    lost: (name: string) =>
      `The multiplexer of ${name} has ended. Mail and conversations are kept. Use \`ovld summon --resume\` to resume it.`,
    resuming: (name: string, roles: number, multiplexer: string) =>
      `Resuming ${name}: ${countOf(roles)} on ${multiplexer}`,
    offer: (name: string, unread: number, conversations: number) =>
      `${name} ended with conversations: ${conversations}, unread messages: ${unread}. Resume it? (n removes it and starts a new one)`,
    ritualsFrom: (folder: string) => `Rituals from ${folder}`,
    notices: {
      enabled: "Sandbox enabled",
      unsupported: "Sandbox is only supported on macOS. Skipping.",
      bubblewrap: "On Linux, use `--sandbox bubblewrap` to confine the agents.",
    },
    welcome: {
      hello: "Welcome. This is your first army, so these lines are shown once.",
      now: (roles: number, multiplexer: string, first: string) =>
        `${multiplexer} now starts ${roles} agents, and each gets its role. Tell ${first} what you want, in its pane or with \`ovld send\`.`,
      ranks: (ranks: readonly string[]) => `Ranks: ${ranks.join(" > ")}. Orders go down, reports go up.`,
      leave: (keys: string) => `Press ${keys} to detach. The army keeps running, and \`ovld attach\` shows it again.`,
      end: (rituals: string) =>
        `Use \`ovld unsummon\` to end it. The built-in rituals are in ${rituals}; you can edit them.`,
    },
    dryRun: {
      session: (name: string, directory: string) => `Session ${name} in ${directory}, tabs:`,
      files: "Files:",
      commands: "Commands, on a terminal and with --detach:",
    },
  },
  unsummon: {
    question: (names: readonly string[], keep: boolean) =>
      keep
        ? `Unsummon ${names.join(", ")}? The agents end; mail and conversations are kept.`
        : `Unsummon ${names.join(", ")}? The agents end, and their mail moves to the history.`,
    kept: "Nothing was changed.",
    nothing: "There is no army to unsummon.",
    done: (name: string, keep: boolean) =>
      keep
        ? `${name} is unsummoned; mail and conversations are kept. Use \`ovld summon --resume\` in its directory to resume it.`
        : `${name} is unsummoned.`,
    stayed: (name: string, programs: readonly string[]) =>
      `Still running, started from the panes of ${name} but not part of the army: ${programs.join(", ")}`,
    failed: (name: string, reason: string) => `${name} could not be unsummoned: ${reason}`,
    /** What unsummoned roles have not landed. */
    work: {
      kept: (name: string) => `Work of ${name} has not landed, so it is kept:`,
      field: (role: string, what: string, branch: string, path: string) => `${role}: ${what} (${branch}, ${path})`,
      recover: (branch: string) => `\`git merge ${branch}\` takes commits over; docs/work.md explains the rest.`,
      commits: (count: number) => `${count} not landed`,
      changes: (count: number) => `${count} uncommitted`,
    },
  },
  purge: {
    heading: "This ends and deletes:",
    army: (name: string, directory: string) => `army ${name} (${directory}), with its mail`,
    stray: (name: string) => `army ${name}, running but not registered`,
    untouched: "Your projects and the settings of your agent CLI are not touched.",
    question: "Delete everything?",
    stopped: "An army could not be ended, so nothing was deleted.",
    nothing: "There is nothing to delete.",
    kept: (files: readonly string[]) => `Kept, because ovld did not create them: ${files.join(", ")}`,
    done: "All files of ovld are deleted. Use `npm rm -g ovld` to remove the program itself.",
  },
  status: {
    none: "No army is running in this directory.",
    noneHint: "Use `ovld summon` to summon one.",
    noneAtAll: "No army is running on this machine.",
    ownMail: (count: number) => `Unread mail for you: ${count}. Read it with \`ovld inbox\`.`,
    endedHint:
      "It has ended. Use `ovld summon --resume` to resume it, `ovld summon --fresh` to start a new one, `ovld unsummon` to remove what is left.",
    states: { running: "running", exited: "ended", orphan: "gone", resting: "resting", unknown: "unknown" },
    layers: { command: "command", execution: "execution" },
    rank: (rank: number) => `rank ${rank}`,
    names: { idle: "idle", working: "working", blocked: "blocked", done: "done" },
    rituals: { waiting: "waiting for its ritual", failed: "did not get its ritual", given: "" },
    unread: (n: number) => `${n} unread`,
    /** Observed by ovld; the status is declared by the agent. */
    moods: {
      starting: "starting",
      ready: "ready",
      busy: "busy",
      asking: "asks you",
      limited: "at its limit",
      parked: "parked",
      gone: "gone",
      unknown: "unknown",
    },
    aside: (text: string, detail: string) => `${text} (${detail})`,
    blockers: blockerTexts,
  },
  restart: {
    question: (roles: readonly string[]) =>
      `${roles.join(", ")} ${roles.length === 1 ? "is" : "are"} busy. Restart anyway?`,
    resumed: (role: string) => `${role} is restarted and resumes its conversation.`,
    fresh: (role: string) => `${role} is restarted; it has no conversation to resume and starts a new one.`,
  },
  watch: {
    already: (name: string) => `${name} is already being watched.`,
    failures: {
      "agent-ended": (status: number | undefined) =>
        status === undefined ? "it ended" : `it ended with status ${status}`,
      "pane-closed": (_: number | undefined) => "its pane was closed",
      "relay-ended": (_: number | undefined) => "its relay ended, so it cannot be notified: use `ovld restart <role>`",
      "session-ended": (_: number | undefined) => "its session ended",
    },
  },
  ritual: {
    given: (role: string) => `${role} received its ritual.`,
    failed: (role: string, reason: string) => `${role} did not get its ritual: ${reason}`,
    waits: (role: string, what: string) => `${role} cannot take its ritual yet: ${what}. Resolve this in its pane.`,
  },
};

function countOf(roles: number): string {
  return roles === 1 ? "1 role" : `${roles} roles`;
}
