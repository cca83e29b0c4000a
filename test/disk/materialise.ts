import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Inode } from "./disk-log.ts";
import type { Remains } from "./power-cut.ts";

const SCRATCH = [".tmp", "pending", "delivery"];

/** Writes the remains of `folder` into `target`; a file without a name is lost. */
export function materialise({ folders, contents, times }: Remains, folder: Inode, target: string): void {
  mkdirSync(target, { mode: 0o700 });
  for (const [name, inode] of folders.get(folder) ?? []) {
    const path = join(target, name);
    if (isFolder(inode)) {
      materialise({ folders, contents, times }, inode, path);
      continue;
    }
    writeFileSync(path, contents.get(inode) ?? "", { mode: 0o600 });
    const mtime = times.get(inode);
    if (mtime !== undefined) utimesSync(path, mtime / 1000, mtime / 1000);
  }
}

/** Names, sizes and times; remains with equal fingerprints hold the same mail. */
export function fingerprint(remains: Remains, folder: Inode): string {
  const parts = [...(remains.folders.get(folder) ?? [])]
    .filter(([name]) => !SCRATCH.includes(name))
    .map(([name, inode]) =>
      isFolder(inode)
        ? `${name}(${fingerprint(remains, inode)})`
        : `${name} ${remains.contents.get(inode)?.length ?? 0} ${remains.times.get(inode) ?? ""}`,
    );
  return parts.sort().join();
}

function isFolder(inode: Inode): boolean {
  return inode.startsWith("/");
}
