/** Branches of ovld begin with it. */
export const BRANCHES = "ovld";

/** Branch of a role's field. */
export function branchOf(army: string, role: string): string {
  return `${BRANCHES}/${army}/${role}`;
}

/** Army of a field's branch. */
export function armyOf(branch: string): string {
  return branch.split("/")[1] ?? "";
}

/** Snapshots of an army's fields are below it, or of all armies. */
export function snapshotsOf(army?: string): string {
  return army === undefined ? `refs/${BRANCHES}` : `refs/${BRANCHES}/${army}/snap`;
}

/** Names of armies that have a branch. */
export function armiesWith(branches: readonly string[]): string[] {
  return [...new Set(branches.map(armyOf))];
}
