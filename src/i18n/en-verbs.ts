import { enServe } from "./en-serve.ts";

/** What `--help` says of each verb, its arguments and its flags. */
export const enVerbs = {
  summon: {
    summary: "summon an army for this directory, or attach to the one that is there",
    about:
      "Checks everything first; what fails leaves nothing behind. Detaching never ends an army. One that ended here is offered first.",
    flags: {
      formation: "who takes part",
      mux: "the multiplexer to use",
      detach: "start in the background, without a terminal",
      resume: "bring back the army that ended here, with its conversations and its mail",
      fresh: "remove what is left of an army that ended here, and start anew",
      "no-rituals": "do not give the roles their rituals",
      "no-sandbox": "start the agents unconfined",
      sandbox: "confine the agents with this engine",
      autonomy: "what agents may do without asking",
      "dry-run": "show the tabs, the agents' files and the multiplexer's commands; start nothing",
    },
  },
  unsummon: {
    summary: "dismiss an army: end its agents, and put its mail into the history",
    about: "The name must be whole. Without a name the army of this directory. Asks first, on a terminal.",
    flags: {
      all: "every army on this machine",
      keep: "keep mail and conversations, for `ovld summon --resume`",
      force: "do not ask",
      json: "print JSON",
    },
  },
  attach: {
    summary: "show a running army on this terminal",
    about: "Without a name the army of this directory.",
    flags: {},
  },
  status: {
    summary: "show an army: its state, its hierarchy, and what each role says",
    about: "Without a name the army of this directory.",
    flags: { all: "every army on this machine, one a line", json: "print JSON" },
  },
  restart: {
    summary: "restart agents in their panes; their conversations go on",
    about:
      "An agent that never said a word has nothing to go on with and starts fresh. Asks first where one is busy. A pane that was closed is opened again.",
    flags: {
      all: "every agent of the army",
      force: "do not ask",
      session: "the army by its whole name, instead of the one of this directory",
      json: "print JSON",
    },
  },
  dashboard: {
    summary: "watch an army: roles, unread mail and the newest messages",
    about:
      "Redraws as things happen; ? lists the keys, q quits and leaves the army running. Without a terminal it prints once.",
    flags: {
      session: "the army, instead of the one of this directory",
      all: "every army on this machine",
      plain: "print once, in lines for screen readers",
    },
  },
  cost: {
    summary: "show how many tokens each role of an army has used",
    about: "Counted from the agent CLI's own transcripts. Without --session the army of this directory.",
    flags: { session: "the army, instead of the one of this directory", json: "print JSON" },
  },
  watch: {
    summary: "watch over an army: note agents that end, and restart them if so set",
    about:
      "Summoning starts it in the background. It ends with the army; a second one ends at once. `[watch] restart` says what is restarted.",
    flags: { session: "the army, instead of the one of this directory" },
  },
  ritual: {
    summary: "give the roles of an army their rituals",
    about: "Summoning does this by itself; use it after --no-rituals, or when a role lost its way.",
    flags: {
      wait: "wait, at most ten minutes, for a person to answer what an agent asks at its start",
      session: "the army, instead of the one of this directory",
    },
  },
  demo: {
    summary: "show the main job with six scripted agents: no account, nothing left behind",
    about: "An order goes down the ranks and reports come back, through real panes, relays and mail.",
    flags: {
      attach: "watch from inside the multiplexer",
      "kill-one": "kill an agent on the way and see it come back",
      mux: "the multiplexer to use",
    },
  },
  send: {
    summary: "write to a role of an army",
    about: "The text is an argument, or - to read it from standard input. Prints the message's id and state.",
    flags: {
      subject: "the subject; without it the first words of the text",
      urgent: "the role should change what it is doing",
      "as-user": "write as the user also when an agent runs this command",
      session: "the army, instead of the one of this directory",
      json: "print JSON",
    },
  },
  inbox: {
    summary: "look at a role's unread mail without taking it, or read your own",
    about:
      "Without a role your own mail: what came back unread. A role may be shortened as long as only one begins that way.",
    flags: { session: "the army, instead of the one of this directory", json: "print JSON" },
  },
  log: {
    summary: "show the conversation of an army so far",
    about:
      "Read and unread messages, oldest first. --session also finds an army that was dismissed, while its history is kept.",
    flags: {
      follow: "go on showing messages as they come, until Ctrl-C; not with --export",
      role: "only what this role wrote or was sent",
      since: "only what is newer: 90m, 2h, 3d, 1w, or a date such as 2026-11-16",
      grep: "only what has all these words, upper or lower case",
      past: "also the armies of this directory, or of that name, that were dismissed before",
      export: "print one Markdown document or one JSON list",
      session: "the army, instead of the one of this directory",
      json: "print JSON, one message a line",
    },
  },
  report: {
    summary: "print what became of an army: who did what, messages, waits, restarts, tokens",
    about: "As Markdown. Without --session the army of this directory, or the one that was dismissed there last.",
    flags: { session: "the army, or one that was dismissed", json: "print JSON" },
  },
  relay: {
    summary: "run the MCP server of one role on standard input and output",
    about: "Agents start it themselves; it needs OVLD_ROLE, OVLD_RELAY_DIR and OVLD_SESSION.",
    flags: {},
  },
  serve: enServe,
  init: {
    summary: "write the rituals and a commented config.toml into the ovld home",
    about: "Files that you changed stay as they are, unless you say --force; then each is kept as a backup.",
    flags: { force: "replace changed files, keeping a backup of each", json: "print JSON" },
  },
  doctor: {
    summary: "check that an army can be summoned here, and say what to do if not",
    about:
      "Exit status 0 only if an army can be summoned. Without --fix and --bundle nothing is left behind or changed.",
    flags: {
      fix: "repair what is safe to repair, and say each thing that was done; unread mail always stays",
      bundle:
        "write what a bug report needs into [file], else ovld-doctor-<time>.json here (0600): no mail, secrets cut",
      json: "print JSON",
    },
  },
  config: {
    summary: "show every setting and where it came from",
    about: "Defaults, then config.toml, the project's .ovld.toml, OVLD_* variables and flags; the later wins.",
    flags: { json: "print JSON" },
  },
  paths: {
    summary: "show every place on disk that ovld uses",
    about: "Outside these, ovld keeps nothing; locks and sockets stand elsewhere while it works.",
    flags: { json: "print JSON" },
  },
  purge: {
    summary: "end every army and delete everything that ovld keeps",
    about: "Lists it and asks first, on a terminal. Projects and the settings of your agent CLI are never touched.",
    flags: { force: "do not ask", json: "print JSON" },
  },
  completions: {
    summary: "print completions for bash, zsh or fish",
    about:
      'bash: eval "$(ovld completions bash)"    zsh: source <(ovld completions zsh)    fish: ovld completions fish | source',
    flags: { candidates: "print the names a shell can offer: session, role, formation or topic" },
  },
  help: {
    summary: "explain a verb or the exit statuses",
    about: "Topics: every verb, and exit-codes.",
    flags: { json: "print JSON" },
  },
};
