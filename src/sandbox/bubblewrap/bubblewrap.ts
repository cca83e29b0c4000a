import { existsSync } from "node:fs";
import { run } from "#base/run.ts";
import { askEngine } from "#sandbox/ask-engine.ts";
import { type FolderRule, folderRules, isWritable, waysToClosed } from "#sandbox/folder-rules.ts";
import type { Sandbox, WritePolicy } from "#sandbox/sandbox.ts";

const TIME_LIMIT = 10_000;

type Argv = readonly [string, ...string[]];

/** Linux: bwrap mounts the policy from its command line. */
export function bubblewrap({ program }: { program: string }): Sandbox {
  // bwrap is in the terminal's foreground process group: a Ctrl-C for the program would kill bwrap and, with it, the
  // program (containers/bubblewrap#369). So bwrap ignores both signals, and the program gets their defaults back.
  const wrap = (argv: Argv, policy: WritePolicy): [string, ...string[]] => [
    "env",
    ...["--ignore-signal=INT,QUIT", program, ...privileges, ...mounts(policy)],
    ...["--", "env", "--default-signal=INT,QUIT", ...argv],
  ];
  return {
    engine: "bubblewrap",
    folders: ({ folders, hidden }) => [...folders, ...hidden],
    files: () => [],
    async check(policy) {
      await run(program, ["--version"], { timeLimit: TIME_LIMIT });
      // The check may run before the ovld home exists; a start fails without these folders.
      const there = (folders: readonly string[]) => folders.filter((folder) => existsSync(folder));
      const [readOnly, hidden] = [there(policy.readOnly), there(policy.hidden)];
      await askEngine("bubblewrap", wrap(["true"], { ...policy, readOnly, hidden }));
    },
    wrap,
  };
}

/**
 * Always a user namespace: without it root could mount, and a user could reach the disk through /proc/<pid>/root. The
 * PID namespace stays shared, because the relay store detects ended readers by pid and start time. No new session,
 * which would break job control of the terminal.
 */
const privileges = ["--unshare-user", "--cap-drop", "ALL", "--die-with-parent"];

function mounts(policy: WritePolicy): string[] {
  const rules = folderRules(policy);
  const bind = (flag: string) => (path: string) => [flag, path, path];
  const files = policy.files.filter((file) => !isWritable(rules, file)).sort();
  return [
    ...bind(isWritable(rules, "/") ? "--bind" : "--ro-bind")("/"),
    ...bind("--dev-bind")("/dev"),
    ...["--proc", "/proc"],
    ...mountPoints(rules).flatMap(({ folder, writable }) => bind(writable ? "--bind-try" : "--ro-bind")(folder)),
    ...files.flatMap(bind("--bind-try")),
    ...policy.hidden.flatMap((folder) => ["--tmpfs", folder, "--remount-ro", folder]),
  ];
}

/** A mount point cannot be renamed, so the parents of a closed folder are mounted as well. */
function mountPoints(rules: FolderRule[]): FolderRule[] {
  const ways = waysToClosed(rules).filter((way) => !rules.some(({ folder }) => folder === way));
  return [...rules, ...ways.map((folder) => ({ folder, writable: true }))]
    .filter(({ folder }) => folder !== "/" && folder !== "/dev")
    .sort((a, b) => (a.folder < b.folder ? -1 : 1));
}
