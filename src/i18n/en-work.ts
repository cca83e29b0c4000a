import { obstacleTexts } from "#errors/work-errors.ts";

/** Texts of fields: the worktrees of roles. */
export const enWork = {
  fields: (roles: readonly string[], base: string) =>
    `Each has a git worktree of its own, from ${base}: ${roles.join(", ")}`,
  uncommitted: (count: number) =>
    `The worktrees begin at the last commit. Uncommitted files of the project are not in them: ${count}`,
  shared: (obstacle: keyof typeof obstacleTexts) => `All roles work in the project itself: ${obstacleTexts[obstacle]}`,
  dryRun: "Worktrees and their branches:",
  setup: (command: string) => `set-up: ${command}`,
  heading: "Worktrees",
  missing: "its folder is gone; `ovld restart` makes it again from its branch",
  unknown: "cannot be examined",
  landed: "nothing open",
  none: "The army of this directory has no worktrees.",
  snapshotAt: (time: string) => `snapshot ${time}`,
  noSnapshots: "This repository has no snapshots of worktrees.",
  rescueHint: "`ovld work rescue <id>` makes a branch of one; no file of the project changes.",
  rescued: (branch: string, time: string) =>
    `${branch} has the files of ${time}. \`git diff HEAD ${branch}\` shows them.`,
  lost: (branch: string, what: string) => `work ${branch}: ${what}; uncommitted files are lost, commits stay`,
};
