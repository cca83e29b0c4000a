import { execFile } from "node:child_process";
import { mkdir, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "./temporary-folder.ts";

/** A git repository with one commit, apart from the settings of this machine. */
export interface TemporaryRepository extends AsyncDisposable {
  /** Contains the project. */
  folder: string;
  project: string;
  env: Record<string, string>;
  /** Runs git in the project; resolves to its output. */
  git(...args: string[]): Promise<string>;
  gitIn(directory: string, ...args: string[]): Promise<string>;
  /** Commits a new file. */
  commit(directory: string, file: string): Promise<void>;
}

export async function temporaryRepository(name = "project"): Promise<TemporaryRepository> {
  const folder = await temporaryFolder();
  const path = await realpath(folder.path);
  const project = join(path, name);
  await mkdir(project, { recursive: true });
  const env = { ...gitEnvironment, PATH: process.env.PATH ?? "", HOME: path };
  const repository = repositoryIn(project, env);
  await initialise(project, env);
  return { ...repository, folder: path, project, env, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

/** Author and settings that do not depend on this machine. */
export const gitEnvironment = {
  ...{ GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" },
  ...{ GIT_AUTHOR_NAME: "A", GIT_AUTHOR_EMAIL: "a@example.org" },
  ...{ GIT_COMMITTER_NAME: "A", GIT_COMMITTER_EMAIL: "a@example.org" },
};

/** Makes a repository with one commit of `a.txt` in an existing folder. */
export async function initialise(project: string, env: Record<string, string>): Promise<void> {
  const { git } = repositoryIn(project, env);
  await git("init", "--quiet", "--initial-branch=main");
  await writeFile(join(project, "a.txt"), "a\n");
  await git("add", ".");
  await git("commit", "--quiet", "--message=first");
}

export function repositoryIn(project: string, env: Record<string, string>) {
  const gitIn = async (directory: string, ...args: string[]) =>
    (await promisify(execFile)("git", ["-C", directory, ...args], { env })).stdout;
  return {
    gitIn,
    git: (...args: string[]) => gitIn(project, ...args),
    async commit(directory: string, file: string) {
      await writeFile(join(directory, file), `${file}\n`);
      await gitIn(directory, "add", "--", file);
      await gitIn(directory, "commit", "--quiet", `--message=${file}`);
    },
  };
}
