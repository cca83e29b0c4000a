import { expect, test } from "vitest";
import { defineCommand } from "./command.ts";
import { parseInput } from "./parse.ts";
import { commands } from "./table.ts";

const command = defineCommand({
  flags: {
    force: { type: "boolean" },
    mux: { type: "string", candidates: ["zellij", "tmux"] },
    subject: { type: "string" },
    tag: { type: "string", many: true },
  },
  arguments: [{ name: "role" }, { name: "text", optional: true }],
  apart: [
    ["subject", "text"],
    ["mux", "subject"],
  ],
  examples: [],
  run: async () => {},
});
const parse = (...argv: string[]) => parseInput("send", command, argv);

test("flags and arguments in any order, `--` ends flags", () => {
  expect(parse("--force", "inferno", "--mux=tmux", "--", "--hello")).toEqual({
    flags: { force: true, mux: "tmux", help: false, debug: false },
    arguments: { role: "inferno", text: "--hello" },
  });
});

test("a flag for many values joins them; of another flag the last value counts", () => {
  const { flags } = parse("x", "--tag", "a", "--subject", "one", "--tag=b,c", "--subject", "two");
  expect(flags).toMatchObject({ tag: "a,b,c", subject: "two" });
});

test("-h and --help need no argument", () => {
  expect(parse("-h").flags.help).toBe(true);
});

test.each([
  [["--forse", "x"], { code: "unknown-flag", details: { flag: "--forse", nearest: "--force" } }],
  [["-x", "x"], { code: "unknown-flag", details: { flag: "-x" } }],
  [["--constructor", "x"], { code: "unknown-flag" }],
  [["x", "--subject"], { code: "flag-needs-value" }],
  [["x", "--subject="], { code: "flag-needs-value" }],
  [["x", "--force=yes"], { code: "flag-takes-no-value" }],
  [["x", "--mux", "screen"], { code: "bad-flag-value", details: { found: "screen" } }],
  [["x", "--lang", "fr"], { code: "bad-flag-value" }],
  [[], { code: "missing-argument", details: { argument: "role" } }],
  [["a", "b", "--subject", "s"], { code: "not-together", details: { one: "--subject", other: "<text>" } }],
  [["a", "--mux", "tmux", "--subject", "s"], { code: "not-together", details: { one: "--mux", other: "--subject" } }],
  [["a", "b", "c"], { code: "extra-argument", details: { argument: "c" } }],
])("%j is refused", (argv, error: { code: string; details?: object }) => {
  const { code, details = {} } = error;
  expect(() => parse(...argv)).toThrow(
    expect.objectContaining({ code, exitStatus: 2, details: expect.objectContaining(details) }),
  );
});

test.each([
  ["summon", ["--sandbox", "bubblewrap", "--no-sandbox"]],
  ["unsummon", ["ovld-a", "--all"]],
  ["status", ["ovld-a", "--all"]],
  ["restart", ["storm", "--all"]],
  ["dashboard", ["--session", "ovld-a", "--all"]],
  ["log", ["--follow", "--export", "md"]],
  ["log", ["--json", "--export", "md"]],
] as const)("ovld %s %j is contradictory, and is refused", async (name, argv) => {
  const real = await commands[name].load();
  expect(() => parseInput(name, real, argv)).toThrow(expect.objectContaining({ code: "not-together" }));
});

test("the last argument may take all remaining words", () => {
  const many = defineCommand({
    flags: { force: { type: "boolean" } },
    arguments: [{ name: "role", many: true, optional: true }],
    apart: [["force", "role"]],
    examples: [],
    run: async () => {},
  });
  const roles = (...argv: string[]) => parseInput("restart", many, argv).arguments.role;
  expect(roles()).toEqual([]);
  expect(roles("--force")).toEqual([]);
  expect(roles("storm", "shadow")).toEqual(["storm", "shadow"]);
  expect(() => roles("storm", "--force", "shadow")).toThrow(expect.objectContaining({ code: "not-together" }));
});
