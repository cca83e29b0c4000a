import { expect, test } from "vitest";
import { formationFrom } from "#army/formation.ts";
import { rosterOf } from "#army/plan.ts";
import { readTextNow } from "#base/files.ts";
import { parseToml } from "#base/toml.ts";
import { sixRoles } from "#test/support/six-roles.ts";
import type { Roster } from "./roster.ts";
import { recipientsOf, requireRoute } from "./routing.ts";

const { settings } = sixRoles({ routing: "ranks" });

function builtIn(name: string): Roster {
  const file = `formations/${name}.toml`;
  return rosterOf("ovld-test", formationFrom(name, parseToml(file, readTextNow(file) ?? "")), settings);
}

test.each([
  ["overlord", "overlord", ["strategist", "inferno", "glacier", "shadow", "storm"]],
  ["overlord", "strategist", ["overlord", "inferno", "glacier", "shadow", "storm"]],
  ["overlord", "inferno", ["strategist", "glacier", "shadow", "storm"]],
  ["mas", "00", ["10", "11", "12", "13", "20", "21", "22", "23", "30", "31", "32", "33"]],
  ["mas", "20", ["00", "10", "21", "22", "23", "30"]],
  ["mas", "31", ["30", "32", "33"]],
])("by ranks, in %s, %s may write to %s", (formation, role, allowed) => {
  expect(recipientsOf(role, builtIn(formation))).toEqual(allowed);
});

test("free: every role but itself", () => {
  expect(recipientsOf("inferno", sixRoles())).toEqual(["overlord", "strategist", "glacier", "shadow", "storm"]);
  expect(recipientsOf("inferno", sixRoles({ routing: "free" }))).toHaveLength(5);
});

test("a refusal lists the allowed recipients", () => {
  const roster = sixRoles({ routing: "ranks" });
  for (const to of ["strategist", "inferno"]) expect(() => requireRoute("inferno", to, roster)).not.toThrow();
  expect(() => requireRoute("inferno", "overlord", roster)).toThrow("inferno may not write to overlord");
  expect(() => requireRoute("inferno", "missing", roster)).toThrow('no role "missing"');
  try {
    requireRoute("inferno", "overlord", roster);
  } catch (error) {
    expect(error).toMatchObject({ hint: expect.stringContaining("You may write to: strategist, glacier") });
  }
});

test("without reports_to the next higher rank is the superior", () => {
  const roster = sixRoles({ routing: "ranks" });
  const flat = { ...roster, roles: roster.roles.map(({ reportsTo: _, ...entry }) => entry) };
  expect(recipientsOf("storm", flat)).toEqual(["strategist", "inferno", "glacier", "shadow"]);
  expect(recipientsOf("overlord", flat)).toHaveLength(5);
});

test("a cycle of roles that report to each other ends the search", () => {
  const roster = sixRoles({ routing: "ranks" });
  const roles = roster.roles.map((entry) => ({ ...entry, reportsTo: entry.id === "storm" ? "shadow" : "storm" }));
  expect(recipientsOf("inferno", { ...roster, roles })).toContain("storm");
});
