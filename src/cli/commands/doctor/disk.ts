import { existsSync } from "node:fs";
import { hasHardLinks, sharedDisk } from "#base/shared-disk.ts";
import type { Context } from "#cli/frame/context.ts";
import { resolvePaths } from "#home/paths.ts";
import { type Check, failure } from "./check.ts";
import { nearestExisting } from "./places.ts";

/** Locks need hard links, and process ids of one machine: no network file system. */
export async function checkDisk({ env, words }: Context): Promise<Check> {
  const { purposes, disks } = words.doctor;
  const check = { name: "disk", purpose: purposes.disk, kind: "store", fixes: [disks.useLocal] } as const;
  try {
    const { home } = resolvePaths(env);
    if (existsSync(home) && !(await hasHardLinks(home))) return { ...check, state: "failed", found: disks.noLinks };
    const kind = await sharedDisk(nearestExisting(home));
    if (kind !== undefined) return { ...check, state: "warning", found: disks.shared(kind) };
    return { ...check, state: "ok", found: disks.good, fixes: [] };
  } catch (error) {
    // `checkHome` reports a home that is not writable.
    return { ...check, ...failure(error, words), state: "warning" };
  }
}
