import { readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** How many levels above a program its `package.json` may lie. */
const LEVELS = 3;

/**
 * The version of a program without starting it: from the `package.json` of its npm package, or from a file name that is
 * a version. Undefined if neither exists.
 */
export function installedVersion(program: string, npmPackage: string): string | undefined {
  const file = realpathSync(program);
  if (/^\d+\.\d+\.\d+$/.test(basename(file))) return basename(file);
  for (let folder = dirname(file), level = 0; level < LEVELS; folder = dirname(folder), level++) {
    const found = packageIn(folder);
    if (found?.name === npmPackage) return typeof found.version === "string" ? found.version : undefined;
  }
  return undefined;
}

function packageIn(folder: string): { name?: unknown; version?: unknown } | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) ?? undefined;
  } catch {
    return undefined;
  }
}
