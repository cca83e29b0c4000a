import { isObject } from "#base/is-object.ts";
import type { FieldSchema, InputSchema, IntegerSchema, TextSchema } from "./schema.ts";

export interface Issue {
  /** Undefined for the input as a whole. */
  field?: string;
  /** The values that the schema allows there. */
  expected: string;
  found: unknown;
}

export type Checked<T> = { value: T; issues?: undefined } | { value?: undefined; issues: readonly Issue[] };

/** The input with its defaults and without unknown fields, or all of its problems. */
export function checkInput<T>(schema: InputSchema<T>, input: unknown): Checked<T> {
  if (!isObject(input)) return { issues: [{ expected: "object", found: input }] };
  const issues: Issue[] = [];
  const value: Record<string, unknown> = {};
  for (const [field, fieldSchema] of Object.entries(schema.properties)) {
    const found = Object.hasOwn(input, field) ? input[field] : fieldSchema.default;
    if (found === undefined && !schema.required?.includes(field)) continue;
    const expected = mismatch(fieldSchema, found);
    if (expected !== undefined) issues.push({ field, expected, found });
    value[field] = found;
  }
  return issues.length > 0 ? { issues } : { value: value as T };
}

/** The expected value; undefined for a valid one. */
function mismatch(schema: FieldSchema, found: unknown): string | undefined {
  return schema.type === "string" ? notText(schema, found) : notInteger(schema, found);
}

function notText(schema: TextSchema, found: unknown): string | undefined {
  const { enum: allowed, minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, title } = schema;
  if (allowed) return allowed.some((one) => one === found) ? undefined : `one of ${allowed.join(", ")}`;
  if (typeof found !== "string") return "string";
  const length = found.length > maxLength ? [...found].length : found.length;
  if (length < minLength) return `at least ${minLength} characters`;
  if (length > maxLength) return `at most ${maxLength} characters`;
  if (pattern === undefined || new RegExp(pattern, "u").test(found)) return undefined;
  return title ?? `text that matches ${pattern}`;
}

function notInteger({ minimum = -Infinity, maximum = Infinity }: IntegerSchema, found: unknown): string | undefined {
  if (typeof found !== "number") return "number";
  if (!Number.isSafeInteger(found)) return "integer";
  if (found < minimum) return `at least ${minimum}`;
  return found > maximum ? `at most ${maximum}` : undefined;
}
