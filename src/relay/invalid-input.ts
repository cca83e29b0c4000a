import type * as z from "zod";

type Issue = z.core.$ZodIssue;

/** Text for a model: the field, the expected value and the found value. */
export function describeInvalidInput(tool: string, input: unknown, issues: readonly Issue[]): string {
  const problems = issues.map((issue) => {
    const field = issue.path.map(String).join(".") || "input";
    return `${field}: expected ${expected(issue)}, found ${show(valueAt(input, issue.path))}`;
  });
  return [`${tool} did nothing: its input is invalid.`, ...problems, "Correct the input and call it again."].join("\n");
}

function expected(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.expected;
    case "invalid_value":
      return `one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return `at least ${issue.minimum}${unit(issue.origin)}`;
    case "too_big":
      return `at most ${issue.maximum}${unit(issue.origin)}`;
    default:
      return issue.message;
  }
}

function unit(origin: string): string {
  return origin === "string" ? " characters" : "";
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
}

const SHOWN_CHARACTERS = 60;

function show(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  if (typeof value !== "string") return String(value);
  const characters = [...value];
  if (characters.length <= SHOWN_CHARACTERS) return JSON.stringify(value);
  return `${JSON.stringify(characters.slice(0, SHOWN_CHARACTERS).join(""))}… (${characters.length} characters)`;
}
