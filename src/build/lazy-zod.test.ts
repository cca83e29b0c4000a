import { expect, test } from "vitest";
import * as real from "zod";
import * as z from "./lazy-zod.ts";

test("a schema is built once, on first access", () => {
  let made = 0;
  const inner = z.lazy(() => {
    made++;
    return real.string();
  });
  const outer = z.object({ name: inner }).extend({ age: z.number().int().optional() }).strict();
  expect(made).toBe(0);
  for (let n = 0; n < 2; n++) expect(outer.parse({ name: "a", age: 1 })).toEqual({ name: "a", age: 1 });
  expect(made).toBe(1);
});

test("a lazy schema validates like zod", () => {
  const of = (from: typeof real | typeof z) => {
    const { object, string, number, union, literal, array, record, optional, unknown } = from as typeof real;
    const base = object({ id: union([string(), number().int()]), kind: literal("x") });
    return base
      .extend({ list: array(record(string(), unknown())).min(1), note: optional(string()) })
      .partial({ list: true })
      .strict();
  };
  const [lazy, eager] = [of(z), of(real)];
  for (const input of [
    { id: 1, kind: "x" },
    { id: "a", kind: "x", list: [{ a: 1 }], note: "n" },
    { id: 1.5, kind: "x" },
    { id: 1, kind: "y", list: [] },
    { id: 1, kind: "x", stray: true },
    null,
    [],
  ])
    expect(JSON.stringify(lazy.safeParse(input))).toBe(JSON.stringify(eager.safeParse(input)));
});

test("a lazy schema is accepted as a zod schema", () => {
  expect(z.string()).toBeInstanceOf(real.ZodString);
  expect("~standard" in z.string()).toBe(true);
});
