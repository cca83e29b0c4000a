import { enServe } from "./en-serve.ts";

/** Help of each command and its flags. */
export const enCommands = {
  summon: {
    summary: "summon an army for this directory, or attach to the running one",
    about:
      "Checks everything before it starts; a failed start leaves nothing behind. Detaching never ends an army. If an army ended here, summon offers to resume it first.",
    flags: {
      formation: "formation of the army",
      mux: "multiplexer to use",
      agent: "agent CLI of all roles, or of one; may be repeated",
      detach: "start in the background, without a terminal",
      resume: "resume the army that ended here, with its conversations and its mail",
      fresh: "remove what is left of an army that ended here, and start a new one",
      "no-rituals": "do not give the roles their rituals",
      "no-sandbox": "start the agents without a sandbox",
      sandbox: "confine the agents with this engine",
      autonomy: "what agents may do without asking",
      isolation: "where building roles work: in the project, or each in a git worktree",
      "dry-run": "show the tabs, the agents' files and the multiplexer's commands; start nothing",
    },
  },
  unsummon: {
    summary: "unsummon an army: end its agents and move its mail to the history",
    about:
      "Takes the full name of an army; default: the army of this directory. Asks for confirmation first, on a terminal. Work that has not landed is listed and kept.",
    flags: {
      all: "every army on this machine",
      keep: "keep mail and conversations, for `ovld summon --resume`",
      force: "skip the confirmation",
      json: "print JSON",
    },
  },
  attach: {
    summary: "show a running army on this terminal",
    about: "Default: the army of this directory.",
    flags: {},
  },
  status: {
    summary: "show the state and the hierarchy of an army, and the status of each role",
    about: "Default: the army of this directory.",
    flags: { all: "every army on this machine, one per line", json: "print JSON" },
  },
  restart: {
    summary: "restart agents in their panes; their conversations resume",
    about:
      "An agent without a conversation starts a new one. Asks for confirmation if an agent is busy. Opens a closed pane again.",
    flags: {
      all: "every agent of the army",
      agent: "agent CLI that these roles run from now on; their mail stays",
      force: "skip the confirmation",
      session: "full name of the army, instead of the one of this directory",
      json: "print JSON",
    },
  },
  dashboard: {
    summary: "watch an army: roles, unread mail and the newest messages",
    about:
      "Updates live; ? lists the keys, q quits and leaves the army running. Without a terminal, prints once and exits.",
    flags: {
      session: "army to show, instead of the one of this directory",
      all: "every army on this machine",
      plain: "print once, in lines for screen readers",
    },
  },
  cost: {
    summary: "show how many tokens each role of an army has used",
    about: "Counts the tokens in the transcripts of the agent CLI. Default: the army of this directory.",
    flags: { session: "army to show, instead of the one of this directory", json: "print JSON" },
  },
  watch: {
    summary: "watch an army: record agents that end, and restart them if configured",
    about:
      "`summon` starts it in the background, and it ends with the army. A second one exits at once. `[watch] restart` sets what is restarted.",
    flags: { session: "army to watch, instead of the one of this directory" },
  },
  ritual: {
    summary: "give the roles of an army their rituals",
    about: "`summon` does this on its own. Use it after --no-rituals, or when a role no longer follows its ritual.",
    flags: {
      wait: "wait up to ten minutes for a user to answer the startup questions of an agent",
      session: "army to use, instead of the one of this directory",
    },
  },
  demo: {
    summary: "show an army of six scripted agents: no account, nothing left behind",
    about: "An order goes down the ranks and reports come back, through real panes, relays and mail.",
    flags: {
      attach: "watch from inside the multiplexer",
      "kill-one": "kill an agent during its work and see it come back",
      mux: "multiplexer to use",
    },
  },
  work: {
    summary: "show the worktrees of an army; get files back from their snapshots",
    about:
      "`rescue` lists the snapshots that ovld took at the end of turns. With a role, or the id of a snapshot, it makes a branch of it.",
    flags: { json: "print JSON" },
  },
  send: {
    summary: "send a message to a role of an army",
    about: "The text is an argument, or - to read it from standard input. Prints the id and the state of the message.",
    flags: {
      subject: "subject; default: the first words of the text",
      urgent: "mark as urgent: the role should change what it is doing",
      "as-user": "send as the user even if an agent runs this command",
      session: "army to use, instead of the one of this directory",
      json: "print JSON",
    },
  },
  inbox: {
    summary: "show a role's unread mail without taking it, or read your own",
    about: "Without a role, reads your own mail: messages that bounced. A role can be shortened to a unique prefix.",
    flags: { session: "army to use, instead of the one of this directory", json: "print JSON" },
  },
  log: {
    summary: "show the messages of an army",
    about: "Shows read and unread messages, oldest first. --session also finds an unsummoned army in the history.",
    flags: {
      follow: "print new messages as they arrive, until Ctrl-C; not with --export",
      role: "only messages from or to this role",
      since: "only newer messages: 90m, 2h, 3d, 1w, or a date such as 2026-11-16",
      grep: "only messages that contain all these words, ignoring case",
      past: "also unsummoned armies of this directory, or of that name",
      export: "print one Markdown document or one JSON list",
      session: "army to use, instead of the one of this directory",
      json: "print JSON, one message per line",
    },
  },
  report: {
    summary: "print a report of an army: work by role, messages, waits, restarts, tokens",
    about: "Prints Markdown. Default: the army of this directory, or the last one unsummoned there.",
    flags: { session: "army to report on, running or unsummoned", json: "print JSON" },
  },
  relay: {
    summary: "run the MCP server of one role on standard input and output",
    about: "Agents start it themselves; it needs OVLD_ROLE, OVLD_RELAY_DIR and OVLD_SESSION.",
    flags: {},
  },
  serve: enServe,
  init: {
    summary: "write the rituals and a commented config.toml into the ovld home",
    about: "Keeps files that you changed. With --force it replaces them and keeps a backup of each.",
    flags: { force: "replace changed files, keeping a backup of each", json: "print JSON" },
  },
  doctor: {
    summary: "check that an army can be summoned here, and show how to fix what is missing",
    about: "Exits with status 0 only if an army can be summoned. Changes nothing without --fix or --bundle.",
    flags: {
      fix: "repair what is safe to repair, and list each repair; unread mail is always kept",
      bundle:
        "write a file for a bug report to [file], default ./ovld-doctor-<time>.json (0600): no mail, secrets redacted",
      json: "print JSON",
    },
  },
  config: {
    summary: "show every setting and its source",
    about: "Defaults, config.toml, the project's .ovld.toml, OVLD_* variables, flags: each overrides those before it.",
    flags: { json: "print JSON" },
  },
  paths: {
    summary: "show every file location that ovld uses",
    about: "ovld stores nothing elsewhere, except for locks and sockets while it runs.",
    flags: { json: "print JSON" },
  },
  purge: {
    summary: "end every army and delete all files of ovld",
    about:
      "Lists them and asks for confirmation first, on a terminal. Never touches projects or the settings of your agent CLI.",
    flags: { force: "skip the confirmation", json: "print JSON" },
  },
  completions: {
    summary: "print completions for bash, zsh or fish",
    about:
      'bash: eval "$(ovld completions bash)"    zsh: source <(ovld completions zsh)    fish: ovld completions fish | source',
    flags: { candidates: "print completion candidates of one kind: session, role, formation or topic" },
  },
  help: {
    summary: "explain a command or the exit statuses",
    about: "Topics: every command, and exit-codes.",
    flags: { json: "print JSON" },
  },
};
