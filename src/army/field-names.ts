/** Branches of ovld begin with it. */
export const BRANCHES = "ovld";

/** Branch of a role's field. */
export function branchOf(army: string, role: string): string {
  return `${BRANCHES}/${army}/${role}`;
}

/** Names of armies that have a branch. */
export function armiesWith(branches: readonly string[]): string[] {
  return [...new Set(branches.flatMap((branch) => branch.split("/")[1] ?? []))];
}
