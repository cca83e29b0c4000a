import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agentKinds } from "#agent-cli/kinds.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { ConfigLoader, type LoadOptions } from "./load.ts";
import { defaultConfig, listSettings, variableOf } from "./settings.ts";

interface Fixture {
  user?: string;
  project?: string;
  env?: Record<string, string>;
  flags?: LoadOptions["flags"];
}

async function trace({ user, project, env, flags = {} }: Fixture) {
  await using folder = await temporaryFolder();
  const [home, directory] = [join(folder.path, "home"), join(folder.path, "project")];
  await mkdir(home);
  await mkdir(directory);
  if (user !== undefined) await writeFile(join(home, "config.toml"), user);
  if (project !== undefined) await writeFile(join(directory, ".ovld.toml"), project);
  return ConfigLoader.trace({ env: { OVLD_HOME: home, ...env }, directory, flags });
}

test("without any file every setting has its default", async () => {
  const { config, values, warnings } = await trace({});
  expect(config).toEqual(defaultConfig());
  expect(warnings).toEqual([]);
  for (const { source } of values.values()) expect(source).toEqual({ layer: "default" });
});

test("the later layer wins, and each value names its source", async () => {
  const fixture = {
    user: 'lang = "ja"\nformation = "mas"\n[relay]\nknowledge = true\n',
    project: 'formation = "mine"\n',
    env: { OVLD_MULTIPLEXER: "tmux" },
    flags: { lang: "en" },
  };
  const { config, values } = await trace(fixture);
  expect(config).toMatchObject({
    lang: "en",
    formation: "mine",
    multiplexer: "tmux",
    relay: { knowledge: true, durability: "power" },
  });
  expect(values.get("lang")?.source).toEqual({ layer: "flag" });
  expect(values.get("formation")?.source).toMatchObject({ layer: "project", line: 1 });
  expect(values.get("multiplexer")?.source).toEqual({ layer: "environment", variable: "OVLD_MULTIPLEXER" });
  expect(values.get("relay.knowledge")?.source).toMatchObject({ layer: "user", line: 4 });
});

test.each([
  ["lang = 3", { key: "lang", line: 1, column: 1, expected: { type: "one-of", values: ["en", "ja"] }, found: "3" }],
  ['\n  autonomy = "yolo"', { key: "autonomy", line: 2, column: 3, found: '"yolo"' }],
  [
    "[delivery]\ndeadline = 0",
    { key: "delivery.deadline", line: 2, expected: { type: "whole-number", from: 1 }, found: "0" },
  ],
  [
    "[delivery]\nurgent_deadline = 1.5",
    { key: "delivery.urgent_deadline", line: 2, expected: { type: "whole-number" }, found: "1.5" },
  ],
  ["[relay]\nknowledge = 1", { key: "relay.knowledge", line: 2, expected: { type: "boolean" }, found: "1" }],
  ["relay = 1", { key: "relay", line: 1, expected: { type: "table" }, found: "1" }],
  [
    '[sandbox]\nextra_write_paths = ["/ok",\n "relative"]',
    { key: "sandbox.extra_write_paths", line: 3, column: 2, expected: { type: "absolute-path" }, found: '"relative"' },
  ],
  ['sandbox = { extra_write_paths = "x" }', { key: "sandbox.extra_write_paths", expected: { type: "list" } }],
  ['[agents]\ndefault = "abacus"', { key: "agents.default", expected: { type: "one-of", values: [...agentKinds] } }],
  ['[programs]\nclaude = ""', { key: "programs.claude", expected: { type: "not-empty" } }],
  [
    '[server]\nlisten = "everywhere"',
    { key: "server.listen", expected: { type: "text-matching", example: '"127.0.0.1:4750"' } },
  ],
])("a bad value is named with its position: %s", async (user, details) => {
  await expect(trace({ user })).rejects.toMatchObject({ code: "bad-value", exitStatus: 3, details });
});

test.each([
  ['lang = "ja', { line: 1 }],
  ["a = 1\na = 2", { line: 2, column: 1 }],
  ["[x]\n[x]", { line: 2 }],
])("bad TOML is named with its position: %j", async (user, details) => {
  await expect(trace({ user })).rejects.toMatchObject({ code: "toml-syntax", exitStatus: 3, details });
});

test("a file that is not UTF-8 is reported as such", async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, "config.toml"), Buffer.from([0x61, 0xff]));
  expect(() => ConfigLoader.load({ env: { OVLD_HOME: folder.path }, directory: folder.path })).toThrow(/not UTF-8/);
});

test("an unknown key is a warning with the nearest known key", async () => {
  const { warnings } = await trace({ user: 'formaton = "mas"\n[sandbox]\nengin = "none"\n[strange]\nx = 1\n' });
  expect(warnings).toMatchObject([
    { what: "unknown-key", key: "formaton", nearest: "formation", line: 1 },
    { what: "unknown-key", key: "sandbox.engin", nearest: "sandbox.engine", line: 3 },
    { what: "unknown-key", key: "strange", nearest: undefined, line: 4 },
  ]);
});

test("a project's file cannot loosen sandbox, autonomy, write paths, programs or addresses", async () => {
  const project = `autonomy = "full"
lang = "ja"
sandbox = { engine = "none", extra_write_paths = ["/"] }
programs.claude = "./evil"
"server.listen" = "0.0.0.0:80"
agents.default = "claude"
`;
  const { config, warnings } = await trace({ project });
  expect(config).toEqual({ ...defaultConfig(), lang: "ja" });
  expect(warnings.map(({ what, key, line }) => [what, key, line])).toEqual([
    ["refused-key", "autonomy", 1],
    ["refused-key", "sandbox.engine", 3],
    ["refused-key", "sandbox.extra_write_paths", 3],
    ["refused-key", "programs.claude", 4],
    ["refused-key", "server.listen", 5],
    ["refused-key", "agents.default", 6],
  ]);
});

test("a project's file cannot change mail, routes, restarts, the way of rituals, or the separation of insights", async () => {
  const project = `[rituals]
method = "launch"
[relay]
knowledge = true
durability = "process"
routing = "free"
[delivery]
deadline = 604800
urgent_deadline = 604800
[watch]
mail = "wait"
restart = "always"
`;
  const user = '[relay]\nrouting = "ranks"\n';
  const { config, warnings } = await trace({ user, project });
  expect(config).toEqual({ ...defaultConfig(), relay: { ...defaultConfig().relay, routing: "ranks" } });
  const refused = [
    "rituals.method",
    "relay.knowledge",
    "relay.durability",
    "relay.routing",
    "delivery.deadline",
    "delivery.urgent_deadline",
    "watch.mail",
    "watch.restart",
  ];
  expect(warnings.map(({ what, key }) => [what, key])).toEqual(refused.map((key) => ["refused-key", key]));
});

test("without a setting the locale determines the language and is named as the source", async () => {
  const env = { LC_ALL: "", LANG: "ja_JP.UTF-8" };
  const source = { layer: "environment", variable: "LANG" };
  expect((await trace({ env })).values.get("lang")).toEqual({ value: "ja", source });
  expect((await trace({ env, user: 'lang = "en"' })).config.lang).toBe("en");
  expect((await trace({ env: { ...env, OVLD_LANG: "en" } })).config.lang).toBe("en");
});

test("the value of a refused key is not checked, so a repository cannot cause a failure", async () => {
  const { warnings } = await trace({ project: "autonomy = 3" });
  expect(warnings).toMatchObject([{ what: "refused-key", key: "autonomy" }]);
});

test("every setting has a variable; booleans, numbers and lists are parsed, and an invalid variable is named", async () => {
  expect(new Set(listSettings().map(([key]) => variableOf(key))).size).toBe(listSettings().length);
  const { config } = await trace({
    env: {
      OVLD_RELAY_KNOWLEDGE: "true",
      OVLD_SANDBOX_EXTRA_WRITE_PATHS: "/a:~/b",
      OVLD_DELIVERY_DEADLINE: "30",
      OVLD_LANG: "",
    },
  });
  expect(config.delivery.deadline).toBe(30);
  await expect(trace({ env: { OVLD_DELIVERY_DEADLINE: "ten" } })).rejects.toMatchObject({
    code: "bad-environment",
    details: { variable: "OVLD_DELIVERY_DEADLINE", expected: { type: "number" } },
  });
  expect(config.relay.knowledge).toBe(true);
  expect(config.sandbox.extra_write_paths).toEqual(["/a", "~/b"]);
  expect(config.lang).toBe("en");
  await expect(trace({ env: { OVLD_LANG: "fr" } })).rejects.toMatchObject({
    code: "bad-environment",
    details: { variable: "OVLD_LANG" },
    exitStatus: 3,
  });
});
