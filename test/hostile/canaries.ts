import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TemporaryArmy } from "#test/support/temporary-army.ts";

/** Files and a process outside the sandbox, which must stay unchanged. */
export interface Canaries extends Disposable {
  /** A program that logs its execution in a file that only a process outside the sandbox can write. */
  program: string;
  /** Files of the user; `ovld` removes files named `agent` and `conversation` in other folders. */
  folder: string;
  /** A process of the user with a home of its own. */
  pid: number;
  /** One line for each file that was executed, written, made or deleted, and for a killed process. */
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

/** Hash of each file by path. Empty folders are left out, because reading an inbox creates its folder. */
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
