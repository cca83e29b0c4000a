import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** One name for one place, however it is spelled and whether it is still there: links are followed as far as they lead. */
export function realPathOf(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(realPathOf(parent), basename(absolute));
  }
}
