import { readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { run } from "#base/run.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolveLinks } from "./resolve-links.ts";

const TIME_LIMIT = 10_000;

/**
 * The repository's root and, for a linked worktree or a submodule, the folder its commits go to. Git follows files in
 * the project, which may come from an archive, so a folder counts only if it points back.
 */
export async function repositoryFolders(project: string, home: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const answer = await askGit(project, env);
  if (!answer) return [];
  const { gitFolder, common, top } = answer;
  const folders: string[] = [];
  if (holds(top, project) && (await leadsTo(join(top, ".git"), gitFolder))) folders.push(top);
  if (await isWorktree(answer)) folders.push(basename(common) === ".git" ? dirname(common) : common);
  const [owner, inside] = gitFolder.split("/.git/modules/", 2);
  if (owner && inside && holds(owner, project)) folders.push(gitFolder);
  // A home folder under version control would open everything in it; commits need only its `.git`.
  return folders.map((folder) => (holds(folder, home) ? common : folder)).filter((folder) => folder !== project);
}

interface Answer {
  gitFolder: string;
  /** `.git` itself, or the folder that a linked worktree shares with the main one. */
  common: string;
  top: string;
}

async function askGit(project: string, env: NodeJS.ProcessEnv): Promise<Answer | undefined> {
  const args = ["-C", project, "rev-parse", "--absolute-git-dir", "--git-common-dir", "--show-toplevel"];
  try {
    const { stdout } = await run("git", args, { env, timeLimit: TIME_LIMIT });
    const [gitFolder, common, top, ...more] = stdout.trimEnd().split("\n");
    if (!gitFolder || !common || !top || more.length > 0) return undefined;
    return {
      gitFolder: await resolveLinks(gitFolder),
      common: await resolveLinks(resolve(project, common)),
      top: await resolveLinks(top),
    };
  } catch (error) {
    if (OvldError.is(error, "program-missing", "program-failed")) return undefined;
    throw error;
  }
}

/** The main repository knows each of its worktrees. */
async function isWorktree({ gitFolder, common, top }: Answer): Promise<boolean> {
  if (dirname(gitFolder) !== join(common, "worktrees")) return false;
  const back = await readFile(join(gitFolder, "gitdir"), "utf8").catch(() => "");
  return back !== "" && (await resolveLinks(resolve(gitFolder, back.trim()))) === join(top, ".git");
}

function holds(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

/** `core.worktree` in a project's `.git/config` can name any folder as the top level; that folder must point back. */
async function leadsTo(dotGit: string, gitFolder: string): Promise<boolean> {
  if ((await resolveLinks(dotGit)) === gitFolder) return true;
  const [, named] = /^gitdir: (.+)$/m.exec(await readFile(dotGit, "utf8").catch(() => "")) ?? [];
  return named !== undefined && (await resolveLinks(resolve(dirname(dotGit), named))) === gitFolder;
}
