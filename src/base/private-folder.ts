import { type Stats, statSync } from "node:fs";
import { OvldError, systemCode } from "#errors/ovld-error.ts";
import { fileFailure, makeFolder } from "./files.ts";

const WRITABLE_BY_OTHERS = 0o022;

/** Makes a folder that no other user can change; an existing one must meet the same condition, as for ssh. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  requirePrivate(folder);
}

/** Throws when another user owns the folder or can write to it; a missing folder passes. */
export function requirePrivate(folder: string): void {
  const mode = requireOwner(folder);
  if ((mode & WRITABLE_BY_OTHERS) !== 0) throw new OvldError("folder-open", { folder });
}

/** Throws when a user other than root owns the folder; resolves to its mode, 0 for a missing folder. */
export function requireOwner(folder: string): number {
  const found = statOf(folder);
  if (!found) return 0;
  const { uid, mode } = found;
  if (uid !== 0 && uid !== process.getuid?.()) throw new OvldError("folder-foreign", { folder, uid });
  return mode;
}

function statOf(folder: string): Stats | undefined {
  try {
    return statSync(folder);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw fileFailure("read", folder, error);
  }
}
