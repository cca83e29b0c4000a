import { createHash } from "node:crypto";
import { existsSync, rmdirSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { MAX_SOCKET_PATH_BYTES } from "#base/sockets.ts";

/**
 * Socket of an army's watcher; `folder` is the session's own. A path that is too long for a socket is replaced by one
 * in a folder that all armies of a user share. The caller must check that folder before use.
 */
export function watchSocket(folder: string): string {
  const path = join(folder, "watch.sock");
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES) return path;
  return join(socketsOutside(), `${createHash("sha256").update(folder).digest("hex").slice(0, 16)}.sock`);
}

/** Sockets outside their sessions' folders, which must be removed separately. */
export function watchSocketsOutside(folders: readonly string[]): string[] {
  return folders.flatMap((folder) => {
    const socket = watchSocket(folder);
    return dirname(socket) !== folder && existsSync(socket) ? [socket] : [];
  });
}

/** Removes the shared folder if it is empty. */
export function removeEmptySocketFolder(): void {
  try {
    rmdirSync(socketsOutside());
  } catch {
    // Missing, or in use by another army's watcher.
  }
}

function socketsOutside(): string {
  return join(tmpdir(), `ovld-${userInfo().uid}`);
}
