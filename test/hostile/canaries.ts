import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TemporaryArmy } from "#test/support/temporary-army.ts";

/** What stands outside the agent's reach and must stay as it is. */
export interface Canaries extends Disposable {
  /** Notes that it ran, in a file that only a process outside the sandbox can write. */
  program: string;
  /** Files of the user; `agent` and `conversation` have names that `ovld` removes elsewhere. */
  folder: string;
  /** A process of the user's, with a home of its own. */
  pid: number;
  /** One line for everything that was executed, written, deleted or killed. */
  harmed(): string[];
}

export async function plantCanaries(army: TemporaryArmy, otherArmy: string): Promise<Canaries> {
  const folder = join(army.folder, "canaries");
  const [program, noted] = [join(army.folder, "bin", "canary"), join(army.folder, "executed")];
  await mkdir(join(army.home, ".ssh"), { recursive: true });
  await mkdir(folder);
  await writeFile(program, `#!/bin/sh\necho "$0 $*" >>'${noted}'\n`);
  await chmod(program, 0o755);
  for (const name of ["agent", "conversation", "blocks", "file"])
    await writeFile(join(folder, name), `kept: ${name}\n`);
  const files = [join(army.home, ".bashrc"), join(army.home, ".ssh", "authorized_keys"), army.paths.config];
  for (const file of files) await writeFile(file, "# kept\n");
  const child = spawn("sleep", ["100000"], { env: { HOME: folder, PATH: army.env.PATH }, detached: true });
  let isAlive = true;
  child.once("exit", () => {
    isAlive = false;
  });
  const watched = [...files, folder, otherArmy, join(army.folder, "other-project")];
  const before = picture(watched);
  return {
    ...{ program, folder, pid: child.pid as number },
    harmed() {
      const after = picture(watched);
      const paths = [...new Set([...before.keys(), ...after.keys()])].filter((path) => !/\.lock\b/.test(path));
      return [
        ...(existsSync(noted) ? [`executed: ${readFileSync(noted, "utf8").trim()}`] : []),
        ...(isAlive ? [] : ["killed"]),
        ...paths
          .filter((path) => before.get(path) !== after.get(path))
          .map((path) => `${after.has(path) ? (before.has(path) ? "written" : "made") : "deleted"}: ${path}`),
      ];
    },
    [Symbol.dispose]() {
      child.kill("SIGKILL");
    },
  };
}

/** Content of everything there, by path. Folders count for what is in them: a reader makes the inbox that it looks into. */
function picture(paths: readonly string[]): Map<string, string> {
  const seen = new Map<string, string>();
  const look = (path: string): void => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found) return;
    if (found.isSymbolicLink()) seen.set(path, `link ${readlinkSync(path)}`);
    else if (found.isFile()) seen.set(path, createHash("sha256").update(readFileSync(path)).digest("hex"));
    else if (found.isDirectory()) for (const name of readdirSync(path)) look(join(path, name));
  };
  for (const path of paths) look(path);
  return seen;
}
