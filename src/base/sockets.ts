import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { systemCode } from "#errors/ovld-error.ts";
import { fileFailure } from "./files.ts";

/** Longest path of a socket, without the closing NUL: `sun_path` has 104 bytes on macOS, 108 elsewhere. */
export const MAX_SOCKET_PATH_BYTES = process.platform === "darwin" ? 103 : 107;

/** Socket files below `folder` with this name prefix that no process listens on. */
export async function staleSocketsIn(folder: string, prefix: string): Promise<string[]> {
  const sockets = (await socketsIn(folder)).filter(({ name }) => name.startsWith(prefix));
  return staleSockets(sockets.map(({ file }) => file));
}

/** The sockets that no process listens on. */
export async function staleSockets(files: readonly string[]): Promise<string[]> {
  const stale = await Promise.all(files.map(async (file) => ((await isListening(file)) ? [] : [file])));
  return stale.flat().sort();
}

async function socketsIn(folder: string): Promise<{ name: string; file: string }[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    return entries
      .filter((entry) => entry.isSocket())
      .map((entry) => ({ name: entry.name, file: join(entry.parentPath, entry.name) }));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw fileFailure("read", folder, error);
  }
}

function isListening(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(file);
    socket.setTimeout(2000, () => settle(true));
    socket.on("connect", () => settle(true));
    socket.on("error", (error) => settle(systemCode(error) !== "ECONNREFUSED" && systemCode(error) !== "ENOENT"));
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
  });
}
