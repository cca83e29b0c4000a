import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";

/** The file that running `name` would start, or undefined. */
export function findProgram(name: string, searchPath: string | undefined): string | undefined {
  if (name.includes("/")) return isExecutable(name) ? resolve(name) : undefined;
  for (const folder of (searchPath ?? "").split(delimiter)) {
    const file = join(folder, name);
    if (isAbsolute(folder) && isExecutable(file)) return file;
  }
  return undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
