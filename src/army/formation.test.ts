import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseToml } from "#base/toml.ts";
import { formationFrom, ritualFile } from "./formation.ts";

const source = (name: string) => readFileSync(`formations/${name}.toml`, "utf8");
const read = (text: string) => formationFrom("test", parseToml("test.toml", text));

test("overlord: six roles in the army's hierarchy, seven panes in four tabs", () => {
  const { roles, tabs } = read(source("overlord"));
  expect(roles.map(({ id, name, icon, layer }) => `${name.ja} (${name.en}) ${icon} ${id} ${layer}`)).toEqual([
    "魔王 (Overlord) 👑 overlord command",
    "軍師 (Strategist) ⚔ strategist command",
    "業火 (Inferno) 🔥 inferno execution",
    "氷結 (Glacier) ❄ glacier execution",
    "常闇 (Shadow) 🌑 shadow execution",
    "疾風 (Storm) 🌪 storm execution",
  ]);
  expect(
    tabs.map(({ name, focus, panes }) => [name, focus, panes.map(({ role, view, size }) => [role ?? view, size])]),
  ).toEqual([
    [
      "command",
      true,
      [
        ["overlord", "40%"],
        ["strategist", "60%"],
      ],
    ],
    ["battlefield", undefined, [["inferno", undefined]]],
    [
      "support",
      undefined,
      [
        ["glacier", "33%"],
        ["shadow", "33%"],
        ["storm", "34%"],
      ],
    ],
    ["dashboard", undefined, [["dashboard", undefined]]],
  ]);
  expect(roles.map(ritualFile)).toEqual([
    "overlord.md",
    "strategist.md",
    "inferno.md",
    "glacier.md",
    "shadow.md",
    "storm.md",
  ]);
});

test("mas: thirteen agents in four windows, managers opus, workers sonnet", () => {
  const { roles, tabs, multiplexer } = read(source("mas"));
  expect(roles.map(({ id }) => id)).toEqual([
    "00",
    "10",
    "11",
    "12",
    "13",
    "20",
    "21",
    "22",
    "23",
    "30",
    "31",
    "32",
    "33",
  ]);
  for (const { id, model, rank } of roles) {
    expect(model, id).toBe(id.endsWith("0") ? "opus" : "sonnet");
    expect(rank, id).toBe(id === "00" ? 1 : id.endsWith("0") ? 2 : 3);
  }
  expect(tabs.map(({ name }) => name)).toEqual(["meta", "design", "development", "business"]);
  expect(multiplexer).toBe("tmux");
});

const small = `title = { en = "Two", ja = "二人" }
[[roles]]
id = "a"
name = { en = "A", ja = "甲" }
icon = "A"
rank = 1
layer = "command"
[[roles]]
id = "b"
name = { en = "B", ja = "乙" }
icon = "B"
rank = 2
layer = "execution"
reports_to = "a"
[[tabs]]
name = "one"
panes = [{ role = "a", size = "50%" }, { role = "b", size = "50%" }]
`;

test("a custom formation is parsed", () => {
  expect(read(small).roles).toHaveLength(2);
});

test.each([
  ['id = "b"', 'id = "a"', { line: 9, problem: { what: "duplicate-role", role: "a" } }],
  ['id = "b"', 'id = "user"', { line: 9, problem: { what: "reserved-role", role: "user" } }],
  ['id = "b"', 'id = "ovld"', { line: 9, problem: { what: "reserved-role", role: "ovld" } }],
  ['reports_to = "a"', 'reports_to = "z"', { line: 14, problem: { what: "unknown-role", role: "z" } }],
  ["rank = 2", "rank = 1", { line: 14, problem: { what: "rank", superior: "a" } }],
  ['role = "b"', 'role = "a"', { line: 17, problem: { what: "role-twice" } }],
  ['role = "b"', 'role = "z"', { line: 17, problem: { what: "unknown-role" } }],
  [', { role = "b", size = "50%" }', "", { line: 17, problem: { what: "sizes", sum: 50 } }],
  [
    '{ role = "b", size = "50%" }',
    '{ view = "dashboard", size = "50%" }',
    { line: 9, problem: { what: "role-without-pane", role: "b" } },
  ],
  [
    '{ role = "b", size = "50%" }',
    '{ role = "b", view = "dashboard", size = "50%" }',
    { line: 17, problem: { what: "pane-content" } },
  ],
  [
    "[[tabs]]",
    '[[tabs]]\nname = "one"\npanes = [{ view = "dashboard" }]\n[[tabs]]',
    { line: 19, problem: { what: "duplicate-tab" } },
  ],
  ['icon = "B"', 'icon = "B"\nritual = "../../etc/passwd"', { line: 12, problem: { what: "unsafe-path" } }],
  ['icon = "B"', 'icon = "B"\nmodle = "opus"', { line: 12, problem: { what: "unknown-key", nearest: "model" } }],
  [
    "[[tabs]]",
    '[[tabs]]\nfocus = true\nname = "zero"\npanes = [{ view = "dashboard" }]\n[[tabs]]\nfocus = true',
    { line: 20, problem: { what: "focus-twice" } },
  ],
])("%s → %s is refused with its line", (from, to, details) => {
  expect(() => read(small.replace(from, to))).toThrow(
    expect.objectContaining({
      code: "formation-invalid",
      exitStatus: 3,
      details: expect.objectContaining({ line: details.line, problem: expect.objectContaining(details.problem) }),
    }),
  );
});

test.each([
  ["rank = 2", "rank = 2.5", { key: "roles[2].rank", line: 12 }],
  ["rank = 2", 'rank = "high"', { key: "roles[2].rank", found: '"high"' }],
  [
    'name = { en = "B", ja = "乙" }',
    'name = { en = "B" }',
    { key: "roles[2].name.ja", line: 10, expected: { type: "present" }, found: "nothing" },
  ],
  ['size = "50%" }]', 'size = "half" }]', { key: "tabs[1].panes[2].size", line: 17 }],
  [
    'layer = "execution"',
    'layer = "middle"',
    { key: "roles[2].layer", expected: { type: "one-of", values: ["command", "execution"] } },
  ],
])("%s → %s is refused with its line", (from, to, details) => {
  expect(() => read(small.replace(from, to))).toThrow(
    expect.objectContaining({ code: "bad-value", details: expect.objectContaining(details) }),
  );
});
