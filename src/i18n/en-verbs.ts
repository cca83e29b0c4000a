import { enServe } from "./en-api.ts";

/** What `--help` says of each verb, its arguments and its flags. */
export const enVerbs = {
  summon: {
    summary: "summon an army for this directory, or attach to the one that is there",
    about: "Checks everything first; what fails leaves nothing behind. Detaching never ends an army.",
    flags: {
      formation: "who takes part",
      mux: "the multiplexer to use",
      detach: "start in the background, without a terminal",
      "no-rituals": "do not give the roles their rituals",
      "no-sandbox": "start the agents unconfined",
      sandbox: "confine the agents with this engine",
      autonomy: "what agents may do without asking",
      "dry-run": "show what would be written and run",
    },
  },
  unsummon: {
    summary: "dismiss an army: end its agents and remove its mail",
    about: "Without a name the army of this directory. Asks first, on a terminal.",
    flags: { all: "every army on this machine", force: "do not ask", json: "print JSON" },
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
  ritual: {
    summary: "give the roles of an army their rituals",
    about: "Summoning does this by itself; use it after --no-rituals, or when a role lost its way.",
    flags: {
      wait: "wait, at most ten minutes, for a person to answer what an agent asks at its start",
      session: "the army, instead of the one of this directory",
    },
  },
  send: {
    summary: "write to a role of an army",
    about: "The text is an argument, or - to read it from standard input. Prints the message's id and state.",
    flags: {
      subject: "the subject; without it the first words of the text",
      urgent: "the role should change what it is doing",
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
      grep: "only what has all these words, in any case",
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
    about: "Exit status 0 only if an army can be summoned. Nothing is created or changed.",
    flags: { json: "print JSON" },
  },
  config: {
    summary: "show every setting and where it came from",
    about: "Defaults, then config.toml, the project's .ovld.toml, OVLD_* variables and flags; the later wins.",
    flags: { json: "print JSON" },
  },
  paths: {
    summary: "show every place on disk that ovld uses",
    about: "Outside these, ovld writes nothing.",
    flags: { json: "print JSON" },
  },
  completions: {
    summary: "print completions for bash, zsh or fish",
    about:
      'bash: eval "$(ovld completions bash)"    zsh: source <(ovld completions zsh)    fish: ovld completions fish | source',
    flags: { candidates: "print the names a shell can offer: sessions, roles or formations" },
  },
  help: {
    summary: "explain a verb or the exit statuses",
    about: "Topics: every verb, and exit-codes.",
    flags: { json: "print JSON" },
  },
};
