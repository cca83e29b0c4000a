/** What is wrong with a formation although it is valid TOML with the right types. */
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
      return `a pane holds exactly one of: role, view, panes`;
    case "reserved-role":
      return `"${problem.role}" cannot be a role's id: ovld uses it itself`;
    case "duplicate-role":
      return `role "${problem.role}" is defined twice`;
    case "unknown-role":
      return `there is no role "${problem.role}"; there are: ${problem.known.join(", ")}`;
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
      return `tab "${problem.tab}" asks for the focus, but another tab has it`;
    case "unsafe-path":
      return `"${problem.path}" must be a relative path without ".."`;
  }
}
