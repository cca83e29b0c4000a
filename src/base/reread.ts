import { statSync } from "node:fs";

/** Caches `read` until the file is replaced: an atomic write changes the inode. */
export function reread<T>(read: (file: string) => Promise<T>): (file: string) => Promise<T> {
  const known = new Map<string, { print: string; value: T }>();
  return async (file) => {
    // Taken before the read: a concurrent write is then read the next time.
    const print = fingerprint(file);
    const before = known.get(file);
    if (before && before.print === print) return before.value;
    known.delete(file);
    const value = await read(file);
    if (print !== undefined) known.set(file, { print, value });
    return value;
  };
}

function fingerprint(file: string): string | undefined {
  try {
    const found = statSync(file, { bigint: true });
    return `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
  } catch {
    return undefined;
  }
}
