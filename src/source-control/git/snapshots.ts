import type { Snapshot } from "#source-control/source-control.ts";
import { AUTHOR, type Git } from "./run-git.ts";

const FIELD = "\u001f";

/** Follows each chain of snapshots along its first parents; the author separates them from the commits they are based on. */
export async function snapshots(top: string, prefix: string, git: Git): Promise<Snapshot[]> {
  const { stdout } = await git(top, ["for-each-ref", "--format=%(refname)", `${prefix}/`]);
  const lists = await Promise.all(
    stdout
      .split("\n")
      .filter(Boolean)
      .map((ref) => chainOf(top, ref, git)),
  );
  return lists.flat().sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

async function chainOf(top: string, ref: string, git: Git): Promise<Snapshot[]> {
  const format = `--format=%x00%H${FIELD}%cI${FIELD}%ae${FIELD}%P`;
  const { stdout } = await git(top, ["log", "--first-parent", format, ref]);
  const own = stdout
    .split("\0")
    .map((line) => line.trim().split(FIELD))
    .filter(([, , email]) => email === AUTHOR.email);
  return Promise.all(
    own.map(async ([id = "", at = "", , parents = ""]) => {
      const changes = await changesSince(top, parents.split(" ").at(-1), id, git);
      return { id, ref, at: new Date(at).toISOString(), changes };
    }),
  );
}

async function changesSince(top: string, base: string | undefined, id: string, git: Git): Promise<number> {
  if (!base) return 0;
  const { stdout } = await git(top, ["diff-tree", "-r", "-z", "--name-only", "--no-renames", base, id]);
  return stdout.split("\0").length - 1;
}
