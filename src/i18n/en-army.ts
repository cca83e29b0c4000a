import { hurdleTexts } from "#base/army-errors.ts";

/** What the verbs of an army say. */
export const enArmy = {
  summon: {
    summoning: (name: string, roles: number, multiplexer: string) =>
      `Summoning ${name}: ${countOf(roles)} on ${multiplexer}`,
    exists: (name: string) => `${name} is already here.`,
    stays: (formation: string, multiplexer: string) =>
      `It stays as it is: ${formation} on ${multiplexer}. \`ovld unsummon\` ends it; then it can be summoned in another way.`,
    cleaned: (name: string) => `${name} had ended; what was left of it is removed.`,
    detached: (name: string) => `${name} goes on in the background. \`ovld attach ${name}\` shows it again.`,
    ended: (name: string) => `${name} has ended.`,
    /** Each agent as it gets ready, or why it does not. */
    rollCall: {
      within: (seconds: number) => `Every agent has ${seconds} seconds to get ready.`,
      starting: (roles: readonly string[]) => `… ${roles.join(", ")}: starting`,
      ready: (role: string) => `✔ ${role}`,
      notReady: (role: string, why: string, seen: string) => `✘ ${role}: ${why}${seen && ` · ${seen}`}`,
      count: (ready: number, all: number) => `${ready}/${all} ready`,
      next: "`ovld attach` shows what stands in the way, `ovld restart <role>` starts an agent again, `ovld unsummon` ends the army.",
    },
    gone: (roles: readonly string[]) =>
      `No longer there: ${roles.join(", ")}. \`ovld restart ${roles.join(" ")}\` brings them back, \`ovld unsummon\` ends the army.`,
    lost: (name: string) =>
      `${name} lost its multiplexer. Its mail and its conversations are kept: \`ovld summon --resume\` brings it back.`,
    resuming: (name: string, roles: number, multiplexer: string) =>
      `Bringing back ${name}: ${countOf(roles)} on ${multiplexer}`,
    offer: (name: string, unread: number, conversations: number) =>
      `${name} ended with conversations: ${conversations}, unread messages: ${unread}. Bring it back? (n removes it and starts anew)`,
    ritualsFrom: (folder: string) => `Rituals from ${folder}`,
    notices: {
      enabled: "Sandbox enabled",
      unsupported: "Sandbox is only supported on macOS. Skipping.",
      bubblewrap: "On Linux, `--sandbox bubblewrap` confines the agents.",
    },
    welcome: {
      hello: "Welcome. This is your first army here; these lines are shown once.",
      now: (roles: number, multiplexer: string, first: string) =>
        `Now ${multiplexer} starts ${roles} agents, and each is told its role. Tell ${first} what you want, in its pane or with \`ovld send\`.`,
      who: (ranks: readonly string[]) => `Who is who: ${ranks.join(" > ")}. Orders go down, reports come back up.`,
      leave: (keys: string) => `${keys} leaves; the army works on, and \`ovld attach\` shows it again.`,
      end: (rituals: string) =>
        `\`ovld unsummon\` ends it. The rituals that came with ovld lie in ${rituals}, yours to change.`,
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
        ? `Let ${names.join(", ")} rest? The agents end; mail and conversations are kept.`
        : `Dismiss ${names.join(", ")}? The agents end, and the mail goes into the history.`,
    kept: "Nothing was changed.",
    nothing: "There is no army to dismiss.",
    done: (name: string, keep: boolean) =>
      keep ? `${name} rests. \`ovld summon --resume\` in its directory brings it back.` : `${name} is dismissed.`,
    stayed: (name: string, programs: readonly string[]) =>
      `Still running, started from the panes of ${name} but not part of the army: ${programs.join(", ")}`,
    failed: (name: string, reason: string) => `${name} could not be dismissed: ${reason}`,
  },
  purge: {
    heading: "This ends and deletes:",
    army: (name: string, directory: string) => `army ${name} (${directory}), with its mail`,
    stray: (name: string) => `army ${name}, which runs though nothing is recorded of it`,
    untouched: "Your projects and the settings of your agent CLI stay as they are.",
    question: "Delete all of it?",
    stopped: "An army could not be ended, so nothing was deleted.",
    nothing: "There is nothing of ovld to delete.",
    kept: (files: readonly string[]) => `Not of ovld, and left: ${files.join(", ")}`,
    done: "Nothing of ovld is left here. `npm rm -g ovld` removes the program itself.",
  },
  status: {
    none: "No army stands in this directory.",
    noneHint: "`ovld summon` summons one.",
    noneAtAll: "No army stands on this machine.",
    ownMail: (count: number) => `Unread mail for you: ${count}. Read it with \`ovld inbox\`.`,
    endedHint:
      "It no longer runs. `ovld summon --resume` brings it back, `ovld summon --fresh` starts anew, `ovld unsummon` removes what is left.",
    states: { running: "running", exited: "ended", orphan: "gone", resting: "resting", unknown: "unknown" },
    layers: { command: "command", execution: "execution" },
    rank: (rank: number) => `rank ${rank}`,
    names: { idle: "idle", working: "working", blocked: "blocked", done: "done" },
    rituals: { waiting: "waiting for its ritual", failed: "did not get its ritual", given: "" },
    unread: (n: number) => `${n} unread`,
    /** What is observed of an agent, beside what it says of itself. */
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
    hurdles: hurdleTexts,
  },
  restart: {
    question: (roles: readonly string[]) =>
      `${roles.join(", ")} ${roles.length === 1 ? "is" : "are"} busy. Restart all the same?`,
    resumed: (role: string) => `${role} starts again and goes on with its conversation.`,
    fresh: (role: string) => `${role} had no conversation to go on with: it starts fresh.`,
  },
  watch: {
    already: (name: string) => `${name} is watched over already.`,
    losses: {
      "agent-ended": (status: number | undefined) =>
        status === undefined ? "it ended" : `it ended with status ${status}`,
      "pane-closed": (_: number | undefined) => "its pane was closed",
      "relay-ended": (_: number | undefined) => "its relay ended, so it cannot be told of mail: `ovld restart <role>`",
      "session-ended": (_: number | undefined) => "its session ended",
    },
  },
  ritual: {
    given: (role: string) => `${role} has its ritual.`,
    failed: (role: string, reason: string) => `${role} did not get its ritual: ${reason}`,
    waits: (role: string, what: string) => `${role} waits with its ritual: ${what}. See to it in its pane.`,
  },
};

function countOf(roles: number): string {
  return roles === 1 ? "1 role" : `${roles} roles`;
}
