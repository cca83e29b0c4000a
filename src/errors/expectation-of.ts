import type * as z from "zod";
import type { Expectation } from "./expectation.ts";

/** Expected value of a failed schema check, independent of the language. */
export function expectationOf(issue: z.core.$ZodIssue): Expectation {
  switch (issue.code) {
    case "invalid_type":
      return issue.message.endsWith("received undefined") ? { type: "present" } : ofType(issue.expected);
    case "invalid_value":
      return { type: "one-of", values: issue.values.map(String) };
    case "invalid_format":
      return { type: "text-matching", example: examples[issue.path.at(-1)?.toString() ?? ""] ?? "my-name-1" };
    case "too_small":
      if (issue.origin === "string" || issue.origin === "array") return { type: "not-empty" };
      return { type: "whole-number", from: Number(issue.minimum) };
    case "too_big":
      if (issue.origin === "string") return { type: "shorter", characters: Number(issue.maximum) };
      return { type: "whole-number", to: Number(issue.maximum) };
    case "custom":
      return named.find(({ type }) => type === issue.params?.expected) ?? { type: "present" };
    default:
      return { type: "table" };
  }
}

/** A value as JSON, cut to one short line. */
export function describeFound(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** Types that refinements in the schemas name as `params.expected`. */
const named: readonly Expectation[] = [{ type: "absolute-path" }, { type: "plain-text" }, { type: "unique" }];

const examples: Record<string, string> = {
  listen: '"127.0.0.1:4750"',
  size: '"40%"',
  id: '"inferno"',
  formation: '"overlord"',
  session: '"ovld-myproject"',
  role: '"inferno"',
  directory: '"/home/me/project"',
  limit: "100",
};

function ofType(expected: string): Expectation {
  switch (expected) {
    case "string":
      return { type: "text" };
    case "boolean":
      return { type: "boolean" };
    case "int":
      return { type: "whole-number" };
    case "number":
      return { type: "number" };
    case "array":
      return { type: "list" };
    default:
      return { type: "table" };
  }
}
