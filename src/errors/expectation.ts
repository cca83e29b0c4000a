/** The expected value, structured so that each language can describe it. */
export type Expectation =
  | { type: "one-of"; values: readonly string[] }
  | { type: "text" }
  | { type: "text-matching"; example: string }
  | { type: "boolean" }
  | { type: "whole-number"; from?: number | undefined; to?: number | undefined }
  | { type: "number" }
  | { type: "list" }
  | { type: "table" }
  | { type: "absolute-path" }
  | { type: "present" }
  | { type: "shorter"; characters: number }
  | { type: "not-empty" }
  | { type: "plain-text" }
  | { type: "unique" };

export function describeExpectation(expected: Expectation): string {
  switch (expected.type) {
    case "one-of":
      return expected.values.length === 1 ? `${expected.values[0]}` : `one of ${expected.values.join(", ")}`;
    case "text":
      return "text in quotes";
    case "text-matching":
      return `text like ${expected.example}`;
    case "boolean":
      return "true or false";
    case "whole-number":
      return `a whole number${range(expected)}`;
    case "number":
      return "a number";
    case "list":
      return "a list";
    case "table":
      return "a table";
    case "absolute-path":
      return "an absolute path, or one that begins with ~/";
    case "present":
      return "given";
    case "shorter":
      return `at most ${expected.characters} characters long`;
    case "not-empty":
      return "not empty";
    case "plain-text":
      return "text without NUL or unpaired surrogates";
    case "unique":
      return "unique";
  }
}

function range({ from, to }: { from?: number | undefined; to?: number | undefined }): string {
  if (from !== undefined && to !== undefined) return ` from ${from} to ${to}`;
  if (from !== undefined) return ` of at least ${from}`;
  return to === undefined ? "" : ` of at most ${to}`;
}
