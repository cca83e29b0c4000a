import { readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** How far above a program its package's own file may lie. */
const LEVELS = 3;

/**
 * The version of a program as its place tells, without the time that starting it takes: the file of the npm package it came
 * with, or a name that is a version, as installers keep several side by side. Undefined where neither tells.
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
