import fc from "fast-check";
import { expect, test } from "vitest";
import { configSchema, sessionSchema } from "./check-config.ts";
import { isSurelyConfig, isSurelySession } from "./surely-good.ts";

const good = {
  name: "s",
  agents: [
    { id: "a", window: "w" },
    { id: "b", window: "w", command: ["x", ""], model: "m", directory: "/", environment: { A: "" } },
  ],
  layout: "tiled",
  shell: "sh",
  environment: { A: "b" },
  directory: "/",
};
const { name: _, ...defaults } = good;
const config = {
  ...defaults,
  program: "tmux",
  env: { PATH: "/", NOT: undefined },
  folder: "/",
  columns: 10,
  rows: 5,
  timeLimit: 1,
};

/** Any value somewhere in a good one. */
function spoil(value: unknown, path: readonly number[], spoilt: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== "object" || value === null) return spoilt;
  const keys = [...Object.keys(value), "new"];
  const key = keys[step % keys.length] as string;
  const inner = spoil((value as Record<string, unknown>)[key], rest, spoilt);
  return Array.isArray(value)
    ? Object.assign([...value], { [key === "new" ? value.length : key]: inner })
    : { ...value, [key]: inner };
}

const anything = fc.oneof(
  fc.anything({ withNullPrototype: true, withDate: true, withMap: true }),
  fc.constantFrom("", "a\0", "\ud800", "a=b", "tiled", "a", 0, 5, 10, 1.5, -1, undefined, null, [], {}, [""], ["x"], {
    A: "1",
  }),
  fc.constantFrom({ id: "c", window: "w" }, { id: "a", window: "w" }, { "A=": "1" }, { "": "1" }, { A: 1 }),
);
const path = fc.array(fc.nat(9), { maxLength: 4 });

test.each([
  ["config", config, isSurelyConfig, configSchema],
  ["session", good, isSurelySession, sessionSchema],
] as const)("what is surely a good %s is good by the schema, and stays as it is", (_name, start, isSurely, schema) => {
  expect(isSurely(start)).toBe(true);
  let passed = 0;
  fc.assert(
    fc.property(path, anything, (way, value) => {
      const spoilt = spoil(start, way, value);
      if (!isSurely(spoilt)) return;
      passed++;
      const result = schema.safeParse(spoilt);
      expect(result.error).toBeUndefined();
      expect(result.data).toEqual(spoilt);
    }),
    { numRuns: 20_000 },
  );
  expect(passed).toBeGreaterThan(100);
});
