import { createHash } from "node:crypto";
import { existsSync, rmdirSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { MAX_SOCKET_PATH_BYTES } from "#base/sockets.ts";

/**
 * Where the watcher of an army listens; `folder` is the session's own. A path that no socket can have is made short; its folder
 * is shared by the armies of one user, and must be checked before it is used.
 */
export function watchSocket(folder: string): string {
  const path = join(folder, "watch.sock");
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES) return path;
  return join(socketsOutside(), `${createHash("sha256").update(folder).digest("hex").slice(0, 16)}.sock`);
}

/** Of these sessions' sockets those that stand outside their folders, which do not take them along when they are removed. */
export function watchSocketsOutside(folders: readonly string[]): string[] {
  return folders.flatMap((folder) => {
    const socket = watchSocket(folder);
    return dirname(socket) !== folder && existsSync(socket) ? [socket] : [];
  });
}

/** Takes the folder away once it is empty. */
export function removeEmptySocketFolder(): void {
  try {
    rmdirSync(socketsOutside());
  } catch {
    // It is not there, or another army's watcher listens in it.
  }
}

function socketsOutside(): string {
  return join(tmpdir(), `ovld-${userInfo().uid}`);
}
