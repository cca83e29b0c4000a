import type { Field, FieldState } from "#source-control/source-control.ts";
import { isTrue } from "./is-true.ts";
import { isWorktree } from "./is-worktree.ts";
import type { Git } from "./run-git.ts";

const REMOVE_LIMIT = 600_000;
/** Branches, remote branches and tags that hold landed work; branches of other fields may be removed as well. */
const landed = ["--not", "--exclude=ovld/*", "--branches", "--remotes", "--tags"];

export async function stateOf(top: string, field: Field, base: string | undefined, git: Git): Promise<FieldState> {
  const { path, branch } = field;
  const isThere = await isWorktree(path, git);
  // In the middle of a rebase HEAD has commits that the branch does not have yet.
  const tips = [...(isThere ? ["HEAD"] : []), `refs/heads/${branch}`];
  const bases = base === undefined ? [] : [base];
  const counting = ["rev-list", "--count", "--ignore-missing", ...tips, ...landed, ...bases];
  const changing = ["status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all"];
  const [counted, changed] = await Promise.all([
    git(isThere ? path : top, counting),
    isThere ? git(path, changing) : undefined,
  ]);
  const changes = changed ? changed.stdout.split("\0").length - 1 : 0;
  return { commits: Number(counted.stdout), changes, isMissing: !isThere };
}

export async function removeField(
  top: string,
  field: Field,
  base: string | undefined,
  git: Git,
): Promise<FieldState | "removed"> {
  const state = await stateOf(top, field, base, git);
  if (state.commits > 0 || state.changes > 0) return state;
  // Without --force git itself refuses a worktree with changes, such as one of this moment.
  const remove = ["worktree", "remove", ...(state.isMissing ? ["--force"] : []), field.path];
  if (!(await isTrue(git(top, remove, { timeLimit: REMOVE_LIMIT }))) && !state.isMissing) return state;
  await deleteLandedBranch(top, field, base, git);
  return "removed";
}

export async function discardField({ path, branch }: Field, git: Git): Promise<void> {
  if (!(await isWorktree(path, git))) return;
  const { stdout } = await git(path, ["rev-parse", "--path-format=absolute", "--git-common-dir"]);
  const shared = stdout.replace(/\n$/, "");
  await git(shared, ["worktree", "remove", "--force", "--force", path], { timeLimit: REMOVE_LIMIT });
  await deleteLandedBranch(shared, { path, branch }, undefined, git);
}

/** Deletes the branch only at the commit whose history was checked, and never one that a worktree has checked out. */
async function deleteLandedBranch(top: string, { branch }: Field, base: string | undefined, git: Git): Promise<void> {
  const ref = `refs/heads/${branch}`;
  const { stdout } = await git(top, ["for-each-ref", "--format=%(objectname) %(worktreepath)", ref]);
  const [tip = "", worktree] = stdout.trim().split(" ", 2);
  if (tip === "" || worktree !== undefined) return;
  const counted = await git(top, ["rev-list", "--count", tip, ...landed, ...(base === undefined ? [] : [base])]);
  if (Number(counted.stdout) === 0) await isTrue(git(top, ["update-ref", "-d", ref, tip]));
}
