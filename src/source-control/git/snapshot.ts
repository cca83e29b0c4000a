import { existsSync } from "node:fs";
import { copyFile, rm } from "node:fs/promises";
import { OvldError } from "#errors/ovld-error.ts";
import type { Field } from "#source-control/source-control.ts";
import { isWorktree } from "./is-worktree.ts";
import type { Git } from "./run-git.ts";

const TIME_LIMIT = 300_000;

/** The chain of snapshots is the first parent, the commit of the field the last one, so that the ref keeps both. */
export async function snapshot({ path }: Field, ref: string, index: string, git: Git): Promise<string | undefined> {
  if (!(await isWorktree(path, git))) return undefined;
  await prepareIndex(path, index, git);
  await addAll(path, index, git);
  const [tree, head, before] = await Promise.all([
    git(path, ["write-tree"], { index }).then(({ stdout }) => stdout.trim()),
    idOf(path, "HEAD^{commit}", git),
    idOf(path, ref, git),
  ]);
  if (before !== undefined && (await isSame(path, before, tree, head, git))) return undefined;
  const parents = [...(before ? [before] : []), ...(head ? [head] : [])].flatMap((id) => ["-p", id]);
  const made = await git(path, ["commit-tree", tree, ...parents, "-m", "snapshot"]);
  const id = made.stdout.trim();
  // The old value makes a snapshot of another process fail instead of dropping it.
  await git(path, ["update-ref", ref, id, before ?? "0".repeat(id.length)]);
  return id;
}

/** Exit status 1: single files could not be read, and all others were added. */
async function addAll(path: string, index: string, git: Git): Promise<void> {
  try {
    await git(path, ["add", "--all", "--ignore-errors"], { index, timeLimit: TIME_LIMIT });
  } catch (error) {
    if (OvldError.is(error, "program-failed") && error.details.exitCode === 1) return;
    // A damaged index would make every later snapshot fail.
    await rm(index, { force: true });
    throw error;
  }
}

/** The field's own index has the state of its files, so that only changed ones are read. */
async function prepareIndex(path: string, index: string, git: Git): Promise<void> {
  if (existsSync(index)) return;
  const { stdout } = await git(path, ["rev-parse", "--path-format=absolute", "--git-path", "index"]);
  await copyFile(stdout.replace(/\n$/, ""), index).catch(() => {});
}

async function isSame(path: string, before: string, tree: string, head: string | undefined, git: Git) {
  const { stdout } = await git(path, ["show", "--no-patch", "--format=%T %P", before]);
  const [last, ...parents] = stdout.trim().split(" ");
  return last === tree && (head === undefined || parents.at(-1) === head);
}

async function idOf(path: string, name: string, git: Git): Promise<string | undefined> {
  const { stdout } = await git(path, ["rev-parse", "--quiet", "--verify", name]).catch(() => ({ stdout: "" }));
  return stdout.trim() || undefined;
}
