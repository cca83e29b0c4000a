import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileFailure } from "#base/files.ts";
import { systemCode } from "#errors/ovld-error.ts";

/** The path without symlinks; the part that does not exist yet is kept unchanged. */
export async function resolveLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (systemCode(error) !== "ENOENT" || dirname(path) === path) throw fileFailure("read", path, error);
    return join(await resolveLinks(dirname(path)), basename(path));
  }
}
