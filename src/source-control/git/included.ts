import { existsSync } from "node:fs";
import { join } from "node:path";
import { OvldError } from "#errors/ovld-error.ts";
import type { Git } from "./run-git.ts";

const FILE = ".worktreeinclude";

/** As agent CLIs read this file: patterns of .gitignore, for files that git ignores. */
export async function included(top: string, git: Git): Promise<string[]> {
  if (!existsSync(join(top, FILE))) return [];
  const matching = ["ls-files", "-z", "--others", "--ignored", `--exclude-from=${join(top, FILE)}`];
  const { stdout } = await git(top, matching);
  if (stdout === "") return [];
  try {
    const ignored = await git(top, ["check-ignore", "-z", "--stdin"], { input: stdout });
    return ignored.stdout.split("\0").filter(Boolean);
  } catch (error) {
    // Exit status 1: none of them is ignored.
    if (!OvldError.is(error, "program-failed") || error.details.exitCode !== 1) throw error;
    return [];
  }
}
