import { type RunResult, run } from "#base/run.ts";

export type Git = (
  directory: string,
  args: readonly string[],
  options?: { timeLimit?: number; input?: string; index?: string },
) => Promise<RunResult>;

const TIME_LIMIT = 60_000;

/** Agents can write a repository's settings. These would start a program that they name. */
const settings = ["core.hooksPath=/dev/null", "core.fsmonitor=false", "commit.gpgSign=false"];

/** Author of snapshots. The person's name may be unset, and these commits are not theirs. */
export const AUTHOR = { name: "ovld", email: "ovld@localhost" };
const author = {
  ...{ GIT_AUTHOR_NAME: AUTHOR.name, GIT_AUTHOR_EMAIL: AUTHOR.email },
  ...{ GIT_COMMITTER_NAME: AUTHOR.name, GIT_COMMITTER_EMAIL: AUTHOR.email },
};

/** Variables with which a pane's git is directed or guarded. */
const foreign = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_CONFIG_COUNT"];

/** Runs git in a directory, with English messages, without hooks, prompts and locks that others would wait for. */
export function gitIn(env: NodeJS.ProcessEnv): Git {
  const own = {
    ...env,
    ...Object.fromEntries(foreign.map((name) => [name, undefined])),
    ...author,
    ...{ LC_ALL: "C", GIT_TERMINAL_PROMPT: "0", GIT_EDITOR: "true", GIT_OPTIONAL_LOCKS: "0" },
  };
  return (directory, args, { timeLimit = TIME_LIMIT, index, ...options } = {}) =>
    run("git", ["-C", directory, ...settings.flatMap((one) => ["-c", one]), ...args], {
      env: index === undefined ? own : { ...own, GIT_INDEX_FILE: index },
      timeLimit,
      ...options,
    });
}
