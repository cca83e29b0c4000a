import { join } from "node:path";
import { makeFolder, writeAtomically } from "#base/files.ts";
import type { PlannedField } from "./plan-fields.ts";

/** Hooks that a project may have: git looks for all of them in the guard's folder, which runs those of the project. */
const others = [
  ...["applypatch-msg", "pre-applypatch", "post-applypatch", "pre-commit", "pre-merge-commit", "prepare-commit-msg"],
  ...["commit-msg", "post-commit", "pre-rebase", "post-checkout", "post-merge", "pre-push", "post-rewrite"],
];

const EXECUTABLE = { mode: 0o700, durability: "process" } as const;

/** Writes the hooks of a field. An agent's environment names their folder; the repository itself is not changed. */
export async function writeGuard({ guard, branch, role }: PlannedField, shared: string): Promise<void> {
  await makeFolder(guard);
  await writeAtomically(join(guard, "reference-transaction"), refGuard(branch, role, shared), EXECUTABLE);
  for (const name of others) await writeAtomically(join(guard, name), `#!/bin/sh\n${PROJECT_HOOK}`, EXECUTABLE);
}

/** `GIT_CONFIG_COUNT=0` hides the guard's own folder. */
const PROJECT_HOOK = `name=\${0##*/}
hooks=$(GIT_CONFIG_COUNT=0 git rev-parse --git-path hooks) || exit 0
[ "$hooks" != "\${0%/*}" ] && [ -x "$hooks/$name" ] || exit 0
exec "$hooks/$name" "$@"
`;

/**
 * Refuses changes of refs that are not the field's own, before anything is written: the stash, which all worktrees
 * share, other branches, and existing tags. Other repositories, such as those that tests make, are not guarded.
 * Branches of worktrees that an agent CLI makes itself begin with `worktree-`. `git gc` packs refs without a change,
 * then deletes their loose files (git 2.39); unlike a real deletion, that holds no lock of the packed refs.
 */
function refGuard(branch: string, role: string, shared: string): string {
  return `#!/bin/sh
refuse() {
  echo "ovld: $1 belongs to all agents of this repository; \${2:-role ${role} may change only ${branch}}" >&2
  exit 1
}
deny() {
  case $new in
    *[!0]*) [ "$(git rev-parse --quiet --verify "$1")" != "$new" ] || return 0 ;;
    *) [ -e "$packed.lock" ] || ! grep -q " $1$" "$packed" 2>/dev/null || return 0 ;;
  esac
  refuse "$@"
}
lines=$(cat)
packed=${quoted(`${shared}/packed-refs`)}
repository=$(cd "\${GIT_DIR:-.git}" 2>/dev/null && pwd -P)
case $repository in
  ${quoted(shared)} | ${quoted(`${shared}/worktrees/`)}*)
    if [ "$1" = prepared ]; then
      while read -r _ new ref; do
        case $ref in
          refs/heads/${branch} | refs/heads/${branch}.* | refs/heads/worktree-*) ;;
          refs/remotes/* | refs/bisect/* | refs/worktree/* | refs/rewritten/*) ;;
          refs/stash) deny "$ref" "commit instead of git stash" ;;
          refs/tags/*) git rev-parse --quiet --verify "$ref" >/dev/null && deny "$ref" ;;
          refs/* | main-worktree/* | worktrees/*) deny "$ref" ;;
          HEAD) [ "$repository" != ${quoted(shared)} ] || refuse HEAD ;;
        esac
      done <<END
$lines
END
    fi
    ;;
esac
hooks=$(GIT_CONFIG_COUNT=0 git rev-parse --git-path hooks) || exit 0
[ "$hooks" != "\${0%/*}" ] && [ -x "$hooks/\${0##*/}" ] || exit 0
echo "$lines" | "$hooks/\${0##*/}" "$@"
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
