import { existsSync } from "node:fs";
import { run } from "#base/run.ts";
import { askEngine } from "#sandbox/ask-engine.ts";
import { type FolderRule, folderRules, isWritable, waysToClosed } from "#sandbox/folder-rules.ts";
import type { Sandbox, WritePolicy } from "#sandbox/sandbox.ts";

const TIME_LIMIT = 10_000;

type Argv = readonly [string, ...string[]];

/** Linux: the policy is a view of the disk, made of mounts, given on the command line. */
export function bubblewrap({ program }: { program: string }): Sandbox {
  // bwrap waits in the terminal's foreground group and would die of a Ctrl-C that was meant for its program, and take
  // it along (containers/bubblewrap#369). So it ignores both signals, and the program gets them back.
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
      // Before the first army there is no ovld home to close yet; a program that is started then must find one.
      const there = (folders: readonly string[]) => folders.filter((folder) => existsSync(folder));
      const [readOnly, hidden] = [there(policy.readOnly), there(policy.hidden)];
      await askEngine("bubblewrap", wrap(["true"], { ...policy, readOnly, hidden }));
    },
    wrap,
  };
}

/**
 * A user namespace of its own, always: without one root keeps the power to mount, and everybody reaches the disk of any
 * other process of theirs through /proc/<pid>/root. The PID namespace stays shared: the relay store tells by process
 * number and start time whether a reader is gone. No new session: it would take the terminal's job control away.
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

/** A mount point cannot be moved, so the ways to a closed folder are mounted as well. */
function mountPoints(rules: FolderRule[]): FolderRule[] {
  const ways = waysToClosed(rules).filter((way) => !rules.some(({ folder }) => folder === way));
  return [...rules, ...ways.map((folder) => ({ folder, writable: true }))]
    .filter(({ folder }) => folder !== "/" && folder !== "/dev")
    .sort((a, b) => (a.folder < b.folder ? -1 : 1));
}
