import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { OvldError } from "#errors/ovld-error.ts";
import type { Field } from "#source-control/source-control.ts";
import { isTrue } from "./is-true.ts";
import { isWorktree } from "./is-worktree.ts";
import type { Git } from "./run-git.ts";

/** A checkout of 100,000 files takes 10 seconds on an idle disk. */
const TIME_LIMIT = 600_000;

export async function addField(top: string, { path, branch }: Field, base: string, git: Git): Promise<boolean> {
  if (await isWorktree(path, git)) return false;
  if (existsSync(path) && (await readdir(path)).length > 0) {
    // Its `.git` file is gone or damaged. The repository still knows where it was.
    await isTrue(git(top, ["worktree", "repair", path]));
    if (await isWorktree(path, git)) return false;
    throw new OvldError("field-broken", { path });
  }
  // Without its folder a worktree is still registered, and git would refuse to make it again.
  await isTrue(git(top, ["worktree", "remove", "--force", path]));
  const hasBranch = await isTrue(git(top, ["rev-parse", "--quiet", "--verify", `refs/heads/${branch}`]));
  const at = hasBranch ? [path, branch] : ["--no-track", "-b", branch, path, base];
  await git(top, ["worktree", "add", "--quiet", ...at], { timeLimit: TIME_LIMIT });
  return true;
}
