import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { MAX_SOCKET_PATH_BYTES } from "#base/sockets.ts";

/** Where the watcher of an army listens; `folder` is the session's own. A path that no socket can have is made short. */
export function watchSocket(folder: string): string {
  const path = join(folder, "watch.sock");
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES) return path;
  return join(tmpdir(), `ovld-watch-${createHash("sha256").update(folder).digest("hex").slice(0, 16)}.sock`);
}

/** Of these sessions' sockets those that stand outside their folders, which do not take them along when they are removed. */
export function watchSocketsOutside(folders: readonly string[]): string[] {
  return folders.flatMap((folder) => {
    const socket = watchSocket(folder);
    return dirname(socket) !== folder && existsSync(socket) ? [socket] : [];
  });
}
