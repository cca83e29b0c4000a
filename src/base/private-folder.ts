import { type Stats, statSync } from "node:fs";
import { OvldError, systemCode } from "#errors/ovld-error.ts";
import { fileFailure, makeFolder } from "./files.ts";

const WRITABLE_BY_OTHERS = 0o022;

/** Makes a folder that no other user can change; one that is there already must be like that, as ssh demands of its own. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  requirePrivate(folder);
}

/** Throws when another user owns the folder or can write to it; none at all is good. */
export function requirePrivate(folder: string): void {
  const mode = requireOwner(folder);
  if ((mode & WRITABLE_BY_OTHERS) !== 0) throw new OvldError("folder-open", { folder });
}

/** Throws when another user than root owns the folder; resolves to its mode, 0 where there is none. */
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
