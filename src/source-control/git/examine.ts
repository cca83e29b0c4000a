import { realpath } from "node:fs/promises";
import { isAtLeast, versionIn } from "#base/version.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { FieldObstacle, Repository } from "#source-control/source-control.ts";
import { isTrue } from "./is-true.ts";
import type { Git } from "./run-git.ts";

/** 2.31 has `GIT_CONFIG_COUNT` and `--path-format`; 2.34 is the oldest version that was tried. */
const NEEDED = "2.34.0";

type Answer = { obstacle: FieldObstacle };

/** The repository of a directory, or why it can have no fields. */
export async function examine(directory: string, git: Git): Promise<Repository | Answer> {
  const found = await locate(directory, git);
  if ("obstacle" in found) return found;
  const { top } = found;
  const [head, hasModules, { stdout: changed }] = await Promise.all([
    git(top, ["rev-parse", "--quiet", "--verify", "HEAD^{commit}"]).catch(unlessFailed),
    isTrue(git(top, ["cat-file", "-e", "HEAD:.gitmodules"])),
    git(top, ["status", "--porcelain=v1", "-z", "--no-renames"]),
  ]);
  if (!head) return { obstacle: "no-commit" };
  if (hasModules) return { obstacle: "submodules" };
  return { ...found, head: head.stdout.trim(), changes: changed.split("\0").length - 1 };
}

async function locate(directory: string, git: Git): Promise<Pick<Repository, "top" | "shared"> | Answer> {
  try {
    const found = versionIn((await git(directory, ["--version"])).stdout);
    if (found && !isAtLeast(found, NEEDED)) return { obstacle: "git-old" };
    const place = ["rev-parse", "--path-format=absolute", "--git-common-dir", "--show-toplevel"];
    const [shared = "", top = ""] = (await git(directory, place)).stdout.split("\n");
    return { shared: await realpath(shared), top: await realpath(top) };
  } catch (error) {
    if (OvldError.is(error, "program-missing")) return { obstacle: "no-git" };
    if (!OvldError.is(error, "program-failed")) throw error;
    const { stderr } = error.details;
    if (/dubious ownership|unsafe repository/.test(stderr)) return { obstacle: "unsafe" };
    if (/must be run in a work tree/.test(stderr)) return { obstacle: "no-work-tree" };
    if (/not a git repository/.test(stderr)) return { obstacle: "no-repository" };
    throw error;
  }
}

function unlessFailed(error: unknown): undefined {
  if (!OvldError.is(error, "program-failed")) throw error;
}
