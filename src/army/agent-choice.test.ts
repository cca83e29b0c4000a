import { expect, test } from "vitest";
import { agentKinds, firstKind } from "#agent-cli/kinds.ts";
import { parseToml } from "#base/toml.ts";
import { agentsFor, modelOf, parseAgentChoice } from "./agent-choice.ts";
import { type FormationRole, formationFrom } from "./formation.ts";

const [other = firstKind] = agentKinds.filter((kind) => kind !== firstKind);

const roleOf = (lines = ""): FormationRole => {
  const text = `
title = { en = "One", ja = "一" }
[[roles]]
id = "storm"
name = { en = "Storm", ja = "嵐" }
icon = "s"
rank = 1
layer = "command"
${lines}
[[tabs]]
name = "main"
panes = [{ role = "storm" }]`;
  const [role] = formationFrom("one", parseToml("/one.toml", text)).roles;
  if (!role) throw new Error("no role");
  return role;
};

test("one CLI for all roles, or for single ones", () => {
  expect(parseAgentChoice("--agent", firstKind)).toEqual({ all: firstKind, byRole: new Map() });
  expect(parseAgentChoice("--agent", `${firstKind},storm=${other}, shadow=${firstKind}`)).toEqual({
    all: firstKind,
    byRole: new Map([
      ["storm", other],
      ["shadow", firstKind],
    ]),
  });
});

test.each(["abacus", "", "storm=", "storm=abacus", "=x", `${firstKind},`])("%j is refused with the list", (text) => {
  const expected = { type: "one-of", values: agentKinds };
  expect(() => parseAgentChoice("--agent", text)).toThrow(
    expect.objectContaining({
      code: "bad-flag-value",
      details: expect.objectContaining({ flag: "--agent", expected }),
    }),
  );
});

test("a choice for the role, a choice for all, the record, the formation and the setting decide in this order", () => {
  const roles = (cli?: typeof firstKind) => ({ roles: [{ ...roleOf(), ...(cli && { cli }) }] });
  const decided = (
    formation: ReturnType<typeof roles>,
    { choice, before }: { choice?: string; before?: typeof firstKind } = {},
  ) =>
    agentsFor(formation, {
      choice: choice === undefined ? undefined : parseAgentChoice("--agent", choice),
      before: new Map(before ? [["storm", before]] : []),
      fallback: other,
    }).get("storm");
  expect(decided(roles())).toBe(other);
  expect(decided(roles(firstKind))).toBe(firstKind);
  expect(decided(roles(firstKind), { before: other })).toBe(other);
  expect(decided(roles(firstKind), { before: other, choice: firstKind })).toBe(firstKind);
  expect(decided(roles(other), { choice: `${other},storm=${firstKind}` })).toBe(firstKind);
});

test("a choice for an unknown role is refused with the known ones", () => {
  const choice = parseAgentChoice("--agent", `strom=${firstKind}`);
  expect(() => agentsFor({ roles: [roleOf()] }, { choice, before: new Map(), fallback: firstKind })).toThrow(
    expect.objectContaining({ code: "role-unknown", details: { role: "strom", known: ["storm"] } }),
  );
});

test("a model is passed only to the CLI that it is meant for", () => {
  expect(modelOf(roleOf(), firstKind)).toBeUndefined();
  expect(modelOf(roleOf('model = "opus"'), firstKind)).toBe("opus");
  expect(modelOf(roleOf(`model = "opus"\nmodels = { ${firstKind} = "haiku" }`), firstKind)).toBe("haiku");
  if (other === firstKind) return;
  expect(modelOf(roleOf('model = "opus"'), other)).toBeUndefined();
  expect(modelOf(roleOf(`cli = "${other}"\nmodel = "small"`), other)).toBe("small");
  expect(modelOf(roleOf(`cli = "${other}"\nmodel = "small"`), firstKind)).toBeUndefined();
});

test("a formation with an unknown CLI is refused with line, column and the list", () => {
  expect(() => roleOf('cli = "abacus"')).toThrow(
    expect.objectContaining({
      code: "bad-value",
      details: expect.objectContaining({ line: 9, expected: { type: "one-of", values: [...agentKinds] } }),
    }),
  );
});
