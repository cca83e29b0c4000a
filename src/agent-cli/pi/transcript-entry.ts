import { parseJson } from "#base/parse-json.ts";

/** The used fields of a line in a conversation's file. */
export interface Entry {
  id?: unknown;
  message?: {
    role?: unknown;
    content?: unknown;
    usage?: unknown;
    toolCallId?: unknown;
    isError?: unknown;
  } | null;
}

/** Empty if the line is damaged. */
export function entryIn(line: string): Entry {
  return (parseJson(line) as object | null | undefined) ?? {};
}
