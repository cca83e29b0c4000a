import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { parseJson } from "#base/parse-json.ts";

/** The used fields of a transcript line; empty if it is damaged. */
export function entryIn(line: string): Entry {
  return (parseJson(line) as object | null | undefined) ?? {};
}

interface Entry {
  type?: unknown;
  message?: { id?: unknown; usage?: unknown; content?: unknown } | null;
}

/** `<conversation>.jsonl` has its subagents in `<conversation>/subagents/`. */
export async function subagents(file: string): Promise<string[]> {
  const folder = join(file.replace(/\.jsonl$/, ""), "subagents");
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith(".jsonl")).map((name) => join(folder, name));
}
