import { statSync } from "node:fs";
import { type Environment, resolvePaths } from "#home/paths.ts";

/** Another word whenever the user's settings were written; empty without any. */
export function configChange(env: Environment): string {
  try {
    const found = statSync(resolvePaths(env).config, { throwIfNoEntry: false });
    return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : "";
  } catch {
    return "";
  }
}
