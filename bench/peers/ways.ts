import { chmodSync, copyFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { OMC, type Peers } from "./install.ts";
import type { Place } from "./place.ts";

/** A program to compare: how to call it, and its properties. */
export interface Way {
  name: string;
  /** The worker of ../worker.ts. */
  argv: readonly string[];
  env: Record<string, string>;
  /** Properties of typing a line into a terminal. */
  typing?: string;
  /** Form of a stored message. */
  storing?: string;
  /** A message that is not typed now stays in the program's own store and is typed later. */
  keeps?: boolean;
  /** One server of the program types for all senders, one line after another. */
  serialises?: boolean;
  /** The agent runs in a terminal of the program, which reports it to the program by hooks. */
  hosts?: boolean;
}

/** `self` is the bundled bench, which is its own worker for ovld and for the bare limit. */
export function allWays({ at, packages, mail, env }: Place, peers: Peers, self: string): Way[] {
  const own = (kind: string) => ({ argv: [process.execPath, self, "worker", kind], env });
  const python = (bin: string, name: string) => [join(bin, "python"), resolve("bench/peers/workers/worker.py"), name];
  const { libtmux, cao, hcom, omc } = peers;
  const packageOf = (name: string) => packages("npm", "node_modules", name);
  if (hcom) prepareHcom(at("bin"), hcom.bin);
  return [
    {
      ...{ name: "bare limit", ...own("bare") },
      typing: "`load-buffer ; paste-buffer -p`, then `send-keys Enter` from a second process; looks at nothing",
      storing: "temp file + fsync + rename",
    },
    {
      ...{ name: "ovld", ...own("ovld") },
      typing:
        "reads the screen before and after, leaves copy mode, refuses shells, locks the pane, sees that Enter was taken",
      storing: "a file for each message, fsync of file and folder, rename; roster and loop guard are not part of it",
    },
    ...(libtmux
      ? [
          {
            ...{ name: "libtmux", argv: python(libtmux.bin, "libtmux"), env },
            typing: "`Pane.send_keys`: a library for tmux, it promises no delivery",
          },
        ]
      : []),
    ...(cao
      ? [
          {
            ...{ name: "cli-agent-orchestrator", argv: python(cao.bin, "cao") },
            env: { ...env, CAO_HOME_DIR: mail("cao") },
            typing: "status from the screen, bracketed paste, 2 s, Enter, 0.5 s, Enter: its settings for Claude Code",
            storing: "`create_inbox_message`: a row of SQLite with its default journal",
            ...{ keeps: true, serialises: true },
          },
        ]
      : []),
    ...(omc
      ? [
          {
            name: "oh-my-claudecode",
            argv: [process.execPath, resolve("bench/peers/workers/omc.mjs"), packageOf(OMC)],
            env: { ...env, OMC_RUNTIME_CLI_PATH: join(packageOf(OMC), "bridge", "runtime-cli.cjs") },
            typing:
              "`sendToWorker`: proves by two more processes that the tmux server is the recorded one, text, Enter",
            storing:
              "`teamSendMessage`: one JSON file for each mailbox, rewritten under a lock, and an event log; no fsync",
          },
        ]
      : []),
    ...(hcom
      ? [
          {
            ...{ name: "hcom", argv: python(hcom.bin, "hcom") },
            env: { ...env, HCOM_DIR: mail("hcom"), HCOM_CLAUDE_DELIVERY: "inject" },
            typing: "`hcom send`: the agent runs in its PTY; types `<hcom>` when idle, hooks hand over the text",
            storing: "`hcom send`, a process for each: SQLite in WAL mode, wakes the reader",
            ...{ keeps: true, hosts: true },
          },
        ]
      : []),
  ];
}

/** `hcom` and `claude` for the shells of the panes; `claude` is the scripted agent with hcom's hooks. */
function prepareHcom(bin: string, from: string): void {
  copyFileSync(join(from, "hcom"), join(bin, "hcom"));
  copyFileSync("bench/peers/workers/hcom-agent.sh", join(bin, "claude"));
  for (const name of ["hcom", "claude"]) chmodSync(join(bin, name), 0o755);
}
