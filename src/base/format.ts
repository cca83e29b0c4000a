import { OvldError } from "#errors/ovld-error.ts";
import { parseJson } from "./parse-json.ts";

/** Format number of the files that ovld writes and reads again; files of ovld 0.1 have none. */
export const FORMAT = 2;

export function formatted(content: object): string {
  return `${JSON.stringify({ version: FORMAT, ...content }, null, 2)}\n`;
}

/**
 * Content of a file with a format number; undefined if it is no JSON. Throws `file-newer` when a later ovld wrote it.
 */
export function parseFormatted(file: string, text: string): unknown {
  const content = parseJson(text);
  requireKnownFormat(file, content);
  return content;
}

/** Throws `file-newer` when a later ovld wrote the content. */
export function requireKnownFormat(file: string, content: unknown): void {
  const version = (content as { version?: unknown } | null | undefined)?.version;
  if (typeof version === "number" && version > FORMAT)
    throw new OvldError("file-newer", { file, found: version, known: FORMAT });
}
