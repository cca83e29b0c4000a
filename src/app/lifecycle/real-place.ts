import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** One name for one place, however it is spelled and whether it is still there: links are followed as far as they lead. */
export function realPlace(path: string): string {
  const place = resolve(path);
  try {
    return realpathSync(place);
  } catch {
    const parent = dirname(place);
    return parent === place ? place : join(realPlace(parent), basename(place));
  }
}
