/** Id and text of every requirement in the product's specification; `docs/requirements.md` lists them for readers. */
export const requirements = [
  // Zellij session (seeds/000)
  ["zellij:create:layout-flag", "`summon` runs `zellij --session <name> --new-session-with-layout <path>`"],
  [
    "zellij:create:template-error",
    "a layout that cannot be rendered gives an error with the template's detail, no crash, nothing left running",
  ],
  ["zellij:create:path-not-utf8", "a layout path that is not valid UTF-8 gives an error naming the path, no crash"],
  ["zellij:create:mcp-config", "every `claude` pane has `--mcp-config <…>/<role>.json`"],
  ["zellij:create:unsandboxed", 'without a profile each role pane uses `command "claude"`'],
  [
    "zellij:create:sandboxed",
    'with a profile each role pane uses `command "sandbox-exec"`, its args begin `"-f" "<profile>" "claude"`, and `command "claude"` appears nowhere',
  ],
  [
    "zellij:exists:list-sessions",
    "existence is asked with `zellij list-sessions`, matched on the exact name (not a prefix, not through colour codes)",
  ],
  ["zellij:end:kill", "`unsummon` runs `zellij kill-session <name>`"],
  ["zellij:end:delete", "then `zellij delete-session <name> --force`"],
  ["zellij:attach", "`summon` on an existing session runs `zellij attach <name>` and creates nothing"],
  ["zellij:layout:tabs", "four tabs: command (`focus=true`), battlefield, support, dashboard"],
  ["zellij:layout:command", "overlord left and smaller, strategist right and larger, split vertically"],
  ["zellij:layout:battlefield", 'one pane named "inferno" fills the tab'],
  ["zellij:layout:support", "glacier, shadow, storm in that order, 33% / 33% / 34%"],
  ["zellij:layout:dashboard", "one pane running `ovld dashboard`"],
  ["zellij:layout:seven-panes", "exactly 7 panes: 6 roles and the dashboard"],
  [
    "zellij:relay:init",
    "`summon` makes `~/.config/ovld/relay/` and `relay/mcp/<role>.json` for each role before the session starts",
  ],
  ["zellij:relay:cleanup", "`unsummon` cleans the relay store"],
  [
    "zellij:exit:session",
    "zellij returned and the session is left EXITED: kill-session and delete-session --force run",
  ],
  ["zellij:exit:relay", "same moment: the relay store is cleaned"],
  ["zellij:exit:detach", "zellij returned and the session lives on: nothing is killed, deleted or cleaned"],
  ["zellij:exit:failure", "a kill/delete that fails there is ignored and `summon` exits 0"],

  // CLI (seeds/001)
  [
    "cli:summon:new",
    "`ovld summon` makes a session named after the current directory; messages in the configured language",
  ],
  ["cli:summon:exists", "same directory already summoned: attach"],
  [
    "cli:summon:sandbox-default",
    'macOS: a Seatbelt profile is made, "Sandbox enabled" is printed, agents start through `sandbox-exec`',
  ],
  ["cli:summon:no-sandbox", "`--no-sandbox`: no profile, agents start as plain `claude`"],
  [
    "cli:summon:sandbox-elsewhere",
    'not macOS: prints "Sandbox is only supported on macOS. Skipping." and starts unsandboxed',
  ],
  ["cli:unsummon:cwd", "no argument: the session of the current directory"],
  ["cli:unsummon:name", "`ovld unsummon ovld-myproject`: that one"],
  ["cli:unsummon:all", "`--all`: every session in the registry, one after another"],
  ["cli:unsummon:force", '`--force`: no question asked (without it: asked; "no" changes nothing)'],
  ["cli:unsummon:none", "nothing found for the directory: an error in the configured language"],
  ["cli:status:active", "session name, state, and the hierarchy, in the configured language"],
  ["cli:status:all", "`--all`: name, directory and start time of every registered session"],
  ["cli:status:none", "state and a hint to `ovld summon`"],

  // TmuxManager (seeds/002)
  [
    "tmux:create",
    '`createSession("mas-project-123")`: the session exists with windows meta, design, development, business and their panes',
  ],
  ["tmux:has", '`hasSession("mas-existing")` is true for any session on that server, exact name only'],
  ["tmux:send", '`sendToPane(session, "design", 1, "echo Hello")` runs it in pane 1 of window design'],
  ["tmux:layout", 'a window of 4 panes, `setLayout("tiled")`: panes are of equal size (± 1 cell)'],
  [
    "tmux:create:failure",
    "a failure half way: what was made is removed, `TmuxSessionError` carries session, step, command, exit code, stderr and whether clean-up worked",
  ],
  ["tmux:dead", "`cleanupDeadSessions()` finds sessions that do not answer, removes them, logs each"],
  [
    "tmux:config",
    "`SessionConfig { agents, layout, shell, environment }`; `ConfigLoader.load()`; `new TmuxManager(config.tmux)` — typed, validated, nothing hard-coded",
  ],
  ["tmux:related:api", "the HTTP API (Hono) can create, list, inspect, message and stop sessions"],
  ["tmux:related:lifecycle", "each agent is given its own pane at start, and restarted in it on request"],
  ["tmux:related:state", "session state survives the process: registry on disk, restored after a restart"],

  // Rituals (seeds/003)
  ["ritual:read", "content comes from `rituals/<role>.md`"],
  ["ritual:missing", "a missing file gives an error with its path"],
  ["ritual:six", "overlord, strategist, inferno, glacier, shadow, storm `.md` exist and each goes to its own role"],
  [
    "ritual:tab",
    "before typing: tab command for overlord and strategist, battlefield for inferno, support for glacier, shadow, storm (then by direction to the pane)",
  ],
  ["ritual:type", "`zellij --session <name> action write-chars <text>`"],
  ["ritual:enter", '200 ms later `write-chars "\\r"`'],
  ["ritual:delay-before", "500 ms before typing"],
  ["ritual:delay-between", "1 s between roles"],
  ["ritual:skip", "`summon --no-rituals`: session without any typing"],
  [
    "ritual:text:overlord",
    "has an MCP protocol section; tells to `send_message` the strategist; to `check_inbox` on `[MESSAGE from …]`",
  ],
  ["ritual:text:strategist", "MCP section; `send_message` to the four; `broadcast` to all"],
  ["ritual:text:kings", "MCP section; `send_message` reports to the strategist; `update_status`"],

  // Relay (seeds/004)
  ["relay:message", "`{from,to,subject,body,priority,timestamp}` saved as one JSON file in `inbox/<role>/`"],
  ["relay:role:unknown", "an unknown role gives an error that names it"],
  ["relay:init", "inbox dir per role, status file per role with an initial state, pending dir"],
  ["relay:cleanup", "inbox, status and pending are all removed"],
  ["relay:send", "`send_message(to, subject, body[, priority])` stores and triggers the notification"],
  ["relay:send:no-pane", "the recipient has no pane: a clear error, no crash, and the mail is not lost"],
  ["relay:inbox", "`check_inbox()` returns all unread, removes them from the inbox, clears the pending flag"],
  ["relay:inbox:empty", "returns an empty list"],
  ["relay:status:one", "`get_status(role)` one status"],
  ["relay:status:all", '`get_status("all")` all six'],
  ["relay:status:update", "`update_status(status, task)` sets the caller's own status file"],
  ["relay:broadcast", "stored for the five others, each notified"],
  [
    "relay:env",
    "`OVLD_ROLE`, `OVLD_RELAY_DIR`, `OVLD_SESSION` identify it; `ovld relay` is an MCP server on stdio with exactly five tools",
  ],
  ["relay:env:missing", "one of them unset: message on stderr, non-zero exit, no stack"],
  ["relay:home:missing", "HOME unset when the knowledge directory is resolved: message, non-zero exit"],
] as const;

export type RequirementId = (typeof requirements)[number][0];
