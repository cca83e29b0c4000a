/** An error in a formation that is valid TOML with the right types. */
export type FormationProblem =
  | { what: "unknown-key"; key: string; nearest?: string | undefined }
  | { what: "pane-content" }
  | { what: "reserved-role"; role: string }
  | { what: "duplicate-role"; role: string }
  | { what: "unknown-role"; role: string; known: readonly string[] }
  | { what: "role-without-pane"; role: string }
  | { what: "role-twice"; role: string }
  | { what: "duplicate-tab"; tab: string }
  | { what: "sizes"; tab: string; sum: number }
  | { what: "rank"; role: string; superior: string }
  | { what: "focus-twice"; tab: string }
  | { what: "unsafe-path"; path: string };

export function describeFormationProblem(problem: FormationProblem): string {
  switch (problem.what) {
    case "unknown-key":
      return `unknown key "${problem.key}"${problem.nearest ? ` (did you mean "${problem.nearest}"?)` : ""}`;
    case "pane-content":
      return "a pane must have exactly one of: role, view, panes";
    case "reserved-role":
      return `"${problem.role}" is reserved and cannot be the id of a role`;
    case "duplicate-role":
      return `role "${problem.role}" is defined twice`;
    case "unknown-role":
      return `no role "${problem.role}"; available: ${problem.known.join(", ")}`;
    case "role-without-pane":
      return `role "${problem.role}" has no pane in any tab`;
    case "role-twice":
      return `role "${problem.role}" has two panes`;
    case "duplicate-tab":
      return `tab "${problem.tab}" is defined twice`;
    case "sizes":
      return `the sizes in tab "${problem.tab}" add up to ${problem.sum}%, not 100%`;
    case "rank":
      return `role "${problem.role}" reports to "${problem.superior}", whose rank is not above its own`;
    case "focus-twice":
      return `tab "${problem.tab}" sets focus, but another tab already has it`;
    case "unsafe-path":
      return `"${problem.path}" must be a relative path without ".."`;
  }
}
