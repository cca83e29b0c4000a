import { entry } from "./error-entry.ts";

/** Why an army can have no fields. */
export const obstacleTexts = {
  "no-role": "no role of the formation has `field = true`",
  "no-git": "git is not installed",
  "git-old": "git is older than 2.34",
  "no-repository": "it is not in a git repository",
  unsafe: "git does not trust its owner (safe.directory)",
  "no-work-tree": "it is not in a working tree of its repository",
  "no-commit": "its repository has no commit yet",
  submodules: "its repository has submodules",
  sandboxed: "its agents are in a sandbox, and git settings that they write would act outside of it",
  "around-home": "the ovld home is inside its repository",
};

/** Fields: the worktrees of roles. */
export const workErrors = {
  "field-impossible": entry("config", {
    message: (v: { directory: string; obstacle: keyof typeof obstacleTexts }) =>
      `the roles of ${v.directory} cannot have worktrees: ${obstacleTexts[v.obstacle]}`,
    hint: () => "Nothing was changed. Remove the cause, or use `--isolation shared` to work in the project itself.",
  }),
  "field-broken": entry("conflict", {
    message: (v: { path: string }) => `${v.path} has files, but is no worktree of the project any more`,
    hint: () => "Nothing in it was changed. Move that folder away, then try again.",
  }),
  "field-setup-failed": entry("program-failed", {
    message: (v: { role: string; command: string; reason: string }) =>
      `the set-up of ${v.role} failed: ${v.command}: ${v.reason}`,
    hint: () => "New worktrees were removed again. Correct `[work] setup`, or the cause, then try again.",
  }),
  "snapshot-unknown": entry("not-found", {
    message: (v: { word: string; known: readonly string[] }) =>
      `no snapshot of "${v.word}"; ${v.known.length ? `roles with snapshots: ${v.known.join(", ")}` : "there is none here"}`,
    hint: () => "Use `ovld work rescue` to list the snapshots of this repository.",
  }),
  "work-unlanded": entry("usage", {
    message: (v: { branches: readonly string[] }) => `work that has not landed would be lost: ${v.branches.join(", ")}`,
    hint: () =>
      "Nothing was changed. Merge or commit it first, or use `ovld purge --force`. Branches with commits stay.",
  }),
} as const;
