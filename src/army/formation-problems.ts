import type { TomlPath } from "#base/toml.ts";
import type { FormationProblem } from "#errors/formation-problem.ts";
import { SYSTEM, USER } from "#mail/message.ts";
import type { FormationFile, FormationPane, FormationRole } from "./formation.ts";

interface Found {
  path: TomlPath;
  problem: FormationProblem;
}

/** `get_status` takes `all` for all roles. */
const RESERVED = [USER, SYSTEM, "all"];

/** The first problem of a formation that matches the schema. */
export function findProblem(file: FormationFile): Found | undefined {
  for (const found of [...roleProblems(file.roles), ...tabProblems(file), ...seatProblems(file)]) return found;
  return undefined;
}

function* roleProblems(roles: readonly FormationRole[]): Generator<Found> {
  for (const [index, role] of roles.entries()) {
    const at = (key: string) => ["roles", index, key];
    if (RESERVED.includes(role.id)) yield { path: at("id"), problem: { what: "reserved-role", role: role.id } };
    if (roles.findIndex((other) => other.id === role.id) < index)
      yield { path: at("id"), problem: { what: "duplicate-role", role: role.id } };
    if (role.ritual !== undefined && !isInnerPath(role.ritual))
      yield { path: at("ritual"), problem: { what: "unsafe-path", path: role.ritual } };
    if (role.reports_to !== undefined) yield* superiorProblems(role, role.reports_to, roles, at("reports_to"));
  }
}

function* superiorProblems(
  role: FormationRole,
  id: string,
  roles: readonly FormationRole[],
  path: TomlPath,
): Generator<Found> {
  const superior = roles.find((other) => other.id === id);
  if (!superior) yield { path, problem: { what: "unknown-role", role: id, known: roles.map((other) => other.id) } };
  else if (superior.rank >= role.rank) yield { path, problem: { what: "rank", role: role.id, superior: id } };
}

function* tabProblems(file: FormationFile): Generator<Found> {
  for (const [index, tab] of file.tabs.entries()) {
    if (file.tabs.findIndex((other) => other.name === tab.name) < index)
      yield { path: ["tabs", index, "name"], problem: { what: "duplicate-tab", tab: tab.name } };
    if (tab.focus && file.tabs.findIndex((other) => other.focus) < index)
      yield { path: ["tabs", index, "focus"], problem: { what: "focus-twice", tab: tab.name } };
    yield* paneProblems(tab.panes, tab.name, ["tabs", index, "panes"]);
  }
}

function* paneProblems(panes: readonly FormationPane[], tab: string, path: TomlPath): Generator<Found> {
  const sizes = panes.flatMap((pane) => (pane.size === undefined ? [] : [Number.parseInt(pane.size, 10)]));
  const sum = sizes.reduce((total, size) => total + size, 0);
  const fits = sizes.length === panes.length ? sum === 100 : sum < 100;
  if (sizes.length > 0 && !fits) yield { path, problem: { what: "sizes", tab, sum } };
  for (const [index, pane] of panes.entries()) {
    const contents = [pane.role, pane.view, pane.panes].filter((content) => content !== undefined);
    if (contents.length !== 1) yield { path: [...path, index], problem: { what: "pane-content" } };
    if (pane.panes) yield* paneProblems(pane.panes, tab, [...path, index, "panes"]);
  }
}

/** Each role has exactly one pane. */
function* seatProblems(file: FormationFile): Generator<Found> {
  const known = file.roles.map((role) => role.id);
  const seated = new Set<string>();
  for (const { role, path } of file.tabs.flatMap((tab, index) => [...seats(tab.panes, ["tabs", index, "panes"])])) {
    if (!known.includes(role)) yield { path, problem: { what: "unknown-role", role, known } };
    if (seated.has(role)) yield { path, problem: { what: "role-twice", role } };
    seated.add(role);
  }
  for (const [index, role] of known.entries())
    if (!seated.has(role)) yield { path: ["roles", index, "id"], problem: { what: "role-without-pane", role } };
}

function* seats(panes: readonly FormationPane[], path: TomlPath): Generator<{ role: string; path: TomlPath }> {
  for (const [index, pane] of panes.entries()) {
    if (pane.role !== undefined) yield { role: pane.role, path: [...path, index, "role"] };
    if (pane.panes) yield* seats(pane.panes, [...path, index, "panes"]);
  }
}

function isInnerPath(path: string): boolean {
  return !path.startsWith("/") && !path.split("/").includes("..") && !path.includes("\0");
}
