import { OvldError } from "#errors/ovld-error.ts";
import { parseJson } from "./parse-json.ts";

/** Format of the files that ovld writes and reads again; files of ovld 0.1 carry no number. */
export const FORMAT = 2;

/** The text of a file of ours. */
export function formatted(content: object): string {
  return `${JSON.stringify({ version: FORMAT, ...content }, null, 2)}\n`;
}

/** What a file of ours holds, undefined where its text is not JSON; throws `file-newer` when a later ovld wrote it. */
export function parseFormatted(file: string, text: string): unknown {
  const content = parseJson(text);
  requireKnownFormat(file, content);
  return content;
}

/** Throws `file-newer` when a later ovld wrote what was read. */
export function requireKnownFormat(file: string, content: unknown): void {
  const version = (content as { version?: unknown } | null | undefined)?.version;
  if (typeof version === "number" && version > FORMAT)
    throw new OvldError("file-newer", { file, found: version, known: FORMAT });
}
