import type { Issue } from "./check-input.ts";

/** For a model: which field, what was expected, what was found. */
export function describeInvalidInput(tool: string, issues: readonly Issue[]): string {
  return [
    `${tool} did nothing, its input is not valid.`,
    ...issues.map(({ field = "input", expected, found }) => `${field}: expected ${expected}, found ${show(found)}`),
    "Correct the input and call it again.",
  ].join("\n");
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
