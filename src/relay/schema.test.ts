import { expect, expectTypeOf, test } from "vitest";
import { checkInput } from "./check-input.ts";
import { type InputSchema, type OutputSchema, schema } from "./schema.ts";

const input = schema.input({
  to: schema.text({ minLength: 1, maxLength: 3, description: "Who" }),
  mood: schema.oneOf(["calm", "cross"], { default: "calm" }),
  count: schema.optional(schema.integer({ minimum: 1 })),
  code: schema.optional(schema.text({ pattern: "^[a-z]+$" })),
});
const output = schema.output({
  list: schema.list(schema.output({ ok: schema.boolean() })),
  note: schema.optional(schema.text()),
});

test("a schema is JSON Schema", () => {
  expect(input).toEqual({
    type: "object",
    properties: {
      to: { type: "string", minLength: 1, maxLength: 3, description: "Who" },
      mood: { type: "string", enum: ["calm", "cross"], default: "calm" },
      count: { type: "integer", minimum: 1 },
      code: { type: "string", pattern: "^[a-z]+$" },
    },
    required: ["to"],
  });
  const ok = { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"], additionalProperties: false };
  expect(output).toMatchObject({ properties: { list: { type: "array", items: ok } }, required: ["list"] });
});

test("the types of a tool's input and output follow from its schemas", () => {
  type Of<S> = S extends InputSchema<infer T> ? T : never;
  type OfOutput<S> = S extends OutputSchema<infer T> ? T : never;
  type Input = { to: string; mood: "calm" | "cross"; count?: number | undefined; code?: string | undefined };
  expectTypeOf<Of<typeof input>>().branded.toEqualTypeOf<Input>();
  expectTypeOf<OfOutput<typeof output>>().branded.toEqualTypeOf<{
    list: { ok: boolean }[];
    note?: string | undefined;
  }>();
});

test("a missing field takes its default, an unknown field is left out", () => {
  expect(checkInput(input, { to: "a", stray: 1 })).toEqual({ value: { to: "a", mood: "calm" } });
  expect(checkInput(input, { to: "abc", mood: "cross", count: 1, code: "x" }).value).toEqual({
    ...{ to: "abc", mood: "cross", count: 1, code: "x" },
  });
});

test.each([
  [{}, [{ field: "to", expected: "string", found: undefined }]],
  [{ to: "" }, [{ field: "to", expected: "at least 1 characters", found: "" }]],
  [{ to: "abcd" }, [{ field: "to", expected: "at most 3 characters", found: "abcd" }]],
  [{ to: "🔥🔥🔥" }, undefined],
  [{ to: "a", count: 0 }, [{ field: "count", expected: "at least 1", found: 0 }]],
  [{ to: "a", code: "A" }, [{ field: "code", expected: "text that matches ^[a-z]+$", found: "A" }]],
  [{ to: "a", mood: null }, [{ field: "mood", expected: "one of calm, cross", found: null }]],
  [null, [{ expected: "object", found: null }]],
])("what is wrong is told with its field: %j", (given, issues) => {
  expect(checkInput(input, given).issues).toEqual(issues);
});
