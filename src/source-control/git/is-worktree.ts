import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { OvldError } from "#errors/ovld-error.ts";
import type { Git } from "./run-git.ts";

/** A folder inside a repository of its parents is no worktree itself. */
export async function isWorktree(path: string, git: Git): Promise<boolean> {
  if (!existsSync(join(path, ".git"))) return false;
  try {
    const { stdout } = await git(path, ["rev-parse", "--show-toplevel"]);
    return (await realpath(stdout.replace(/\n$/, ""))) === (await realpath(path));
  } catch (error) {
    if (!OvldError.is(error, "program-failed")) throw error;
    return false;
  }
}
