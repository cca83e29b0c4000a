import { statSync } from "node:fs";
import { type Environment, resolvePaths } from "#home/paths.ts";

/** Fingerprint of config.toml (mtime, size, inode); empty if there is none. */
export function configChange(env: Environment): string {
  try {
    const found = statSync(resolvePaths(env).config, { throwIfNoEntry: false });
    return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : "";
  } catch {
    return "";
  }
}
