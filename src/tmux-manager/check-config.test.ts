import fc from "fast-check";
import { expect, test } from "vitest";
import { OvldError } from "#errors/ovld-error.ts";
import { amount } from "#test/support/amount.ts";
import { checkAgent, checkConfig, checkLayout, checkSession } from "./check-config.ts";
import type { AgentConfig, LayoutType, SessionRequest, TmuxConfig } from "./tmux-config.ts";

const agents: AgentConfig[] = [
  { id: "a", window: "w" },
  { id: "b", window: "w", command: ["x", ""], model: "m", directory: "/", environment: { A: "" } },
];
const config: TmuxConfig = {
  agents,
  layout: "tiled",
  shell: "sh",
  environment: { A: "b" },
  directory: "/",
  program: "tmux",
  env: { PATH: "/", NOT: undefined },
  folder: "/",
  columns: 10,
  rows: 5,
  timeLimit: 1,
};

const one = (agent: object) => ({ agents: [{ id: "a", window: "w", ...agent }] });
const refused: [string, string, object][] = [
  ["agents must be given, but is nothing", "agents", { agents: undefined }],
  ["agents must be a list, but is {}", "agents", { agents: {} }],
  ["agents must be not empty, but is []", "agents", { agents: [] }],
  ["agents[0] must be a table, but is 3", "agents[0]", { agents: [3] }],
  ["agents[1] must be given, but is nothing", "agents[1]", { agents: [agents[0], undefined] }],
  ['agents[2].id must be unique, but is "a"', "agents[2].id", { agents: [...agents, agents[0]] }],
  ["agents[0].window must be given, but is nothing", "agents[0].window", { agents: [{ id: "a" }] }],
  ['agents[0].command must be a list, but is "ls"', "agents[0].command", one({ command: "ls" })],
  ["agents[0].command[0] must be given, but is nothing", "agents[0].command[0]", one({ command: [] })],
  ['agents[0].command[0] must be not empty, but is ""', "agents[0].command[0]", one({ command: ["", "x"] })],
  ["agents[0].command[1] must be text in quotes, but is 3", "agents[0].command[1]", one({ command: ["x", 3] })],
  ["agents[0].environment must be a table, but is []", "agents[0].environment", one({ environment: [] })],
  [
    'a key of agents[0] must be one of id, window, command, model, directory, environment, but is "cmd"',
    "a key of agents[0]",
    one({ cmd: ["x"] }),
  ],
  [
    "layout must be one of even-horizontal, even-vertical, main-horizontal, main-vertical, tiled, but is 3",
    "layout",
    { layout: 3 },
  ],
  ['shell must be not empty, but is ""', "shell", { shell: "" }],
  ['shell must be text without NUL or unpaired surrogates, but is "half \\ud800"', "shell", { shell: "half \ud800" }],
  [
    'a name in environment must be text like "NAME", but is "A=B"',
    "a name in environment",
    { environment: { "A=B": "1" } },
  ],
  ['a name in environment must be text like "NAME", but is ""', "a name in environment", { environment: { "": "1" } }],
  ["environment must be a table, but is {}", "environment", { environment: new Map([["A", "1"]]) }],
  [
    'environment.A must be text without NUL or unpaired surrogates, but is "a\\u0000"',
    "environment.A",
    { environment: { A: "a\0" } },
  ],
];

/** The message has each path with the prefix `config.` or `session.`. */
function messageFor(what: string, sentence: string): string {
  return sentence.replace(/^(a (?:key|name) (?:of|in) )?/, `$1${what}.`);
}

test.each(refused)("%s", (sentence, argument, change) => {
  for (const [what, check] of [
    ["config", () => checkConfig({ ...config, ...change })],
    ["session", () => checkSession({ name: "s", ...change } as SessionRequest, config)],
  ] as const)
    expect(check).toThrow(
      expect.objectContaining({
        code: "bad-argument",
        message: messageFor(what, sentence),
        details: expect.objectContaining({ argument: messageFor(what, argument) }),
      }),
    );
});

test("numbers, names and keys that only a config or a request has", () => {
  expect(() => checkConfig({ ...config, rows: 1.5 })).toThrow(
    "config.rows must be a whole number from 5 to 10000, but is 1.5",
  );
  expect(() => checkConfig({ ...config, timeLimit: 0 })).toThrow(
    "config.timeLimit must be a whole number of at least 1",
  );
  expect(() => checkConfig({ ...config, env: { A: 3 } } as never)).toThrow(
    "config.env.A must be text in quotes, but is 3",
  );
  expect(() => checkConfig(undefined as never)).toThrow("config must be given, but is nothing");
  expect(() => checkConfig({ ...config, name: "s" } as never)).toThrow(
    /^a key of config must be one of agents, .*but is "name"$/,
  );
  expect(() => checkSession("$1", config)).toThrow('session.name must be text like "my-name-1", but is "$1"');
  expect(() => checkSession({ name: "s", columns: 9 }, config)).toThrow(
    "session.columns must be a whole number from 10 to 10000",
  );
  expect(() => checkAgent({ id: "a", window: "w", cmd: [] } as never)).toThrow(
    /^a key of agent must be one of id, window, /,
  );
  expect(() => checkLayout("spiral" as LayoutType)).toThrow(/^layout must be one of even-horizontal, /);
});

test("a request is completed from the config, without manager-only keys", () => {
  const { layout, shell, environment, directory } = config;
  const common = { agents, layout, shell, environment, directory };
  expect(checkSession("s", config)).toEqual({ ...common, name: "s" });
  expect(checkSession({ ...config, name: "s", rows: 6 }, config)).toEqual({
    ...common,
    name: "s",
    columns: 10,
    rows: 6,
  });
  expect(checkConfig({ ...config, env: process.env }).env).toEqual({ ...process.env });
});

test("any value is refused with its path or copied unchanged", () => {
  let copied = 0;
  fc.assert(
    fc.property(path, anything, (way, value) => {
      const changed = changedAt(config, way, value) as TmuxConfig;
      try {
        const copy = checkConfig(changed);
        expect(copy).toEqual(changed);
        expect(copy).not.toBe(changed);
        copied++;
      } catch (error) {
        if (!OvldError.is(error, "bad-argument")) throw error;
        expect(error.details.argument).toMatch(/^(a (key|name) (of|in) )?config/);
      }
    }),
    { numRuns: amount(5000) },
  );
  expect(copied).toBeGreaterThan(5);
});

/** Replaces a value somewhere in a config, or adds a key. */
function changedAt(value: unknown, path: readonly number[], wanted: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== "object" || value === null) return wanted;
  const keys = [...Object.keys(value), "new"];
  const key = keys[step % keys.length] as string;
  const inner = changedAt((value as Record<string, unknown>)[key], rest, wanted);
  return Array.isArray(value)
    ? Object.assign([...value], { [key === "new" ? value.length : key]: inner })
    : { ...value, [key]: inner };
}

const path = fc.array(fc.nat(9), { maxLength: 4 });
const anything = fc.oneof(
  fc.anything({ withNullPrototype: true, withDate: true, withMap: true }),
  fc.constantFrom("", "a\0", "\ud800", "a=b", "tiled", "a", 0, 5, 10, 1.5, -1, undefined, null),
  fc.constantFrom([], {}, [""], ["x"], { A: "1" }, { "A=": "1" }, { id: "c", window: "w" }, { id: "a", window: "w" }),
);
