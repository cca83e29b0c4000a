import { readdirSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import { fileFailure } from "#base/files.ts";
import { findProcesses } from "#base/processes.ts";
import { MAX_SOCKET_PATH_BYTES } from "#base/sockets.ts";
import { systemCode } from "#errors/ovld-error.ts";
import type { MultiplexerOptions } from "#multiplexer/multiplexer.ts";

type Environment = MultiplexerOptions["env"];

/** zellij 0.44 and newer keep their sockets in a folder of this name. */
const VERSION_FOLDER = "contract_version_1";

/** zellij's own web server has its socket beside those of the sessions. */
const WEB_SERVER = "web_server_bus";

/** Parent of the socket folders, one for each version of zellij. */
export function socketFolder(env: Environment): string {
  if (env.ZELLIJ_SOCKET_DIR) return env.ZELLIJ_SOCKET_DIR;
  if (process.platform !== "darwin" && env.XDG_RUNTIME_DIR && isAbsolute(env.XDG_RUNTIME_DIR))
    return join(env.XDG_RUNTIME_DIR, "zellij");
  return join(env.TMPDIR ?? tmpdir(), `zellij-${userInfo().uid}`);
}

export function maxNameBytes(env: Environment): number {
  return MAX_SOCKET_PATH_BYTES - Buffer.byteLength(join(socketFolder(env), VERSION_FOLDER)) - "/".length;
}

/** Whether a server runs for a session; false where the system does not show processes (outside Linux). */
export async function hasServer(env: Environment, session: string): Promise<boolean> {
  const socket = join(socketFolder(env), VERSION_FOLDER, session);
  return (await findProcesses(({ argv: [, ...words] }) => words[0] === "--server" && words[1] === socket)).length > 0;
}

/**
 * Names of the sessions that have a socket. Reads the folder only: a query would crash a server that is still starting.
 */
export function socketNames(env: Environment): string[] {
  const folder = socketFolder(env);
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap((version) => readdirSync(join(folder, version.name), { withFileTypes: true }))
      .filter((entry) => entry.isSocket() && entry.name !== WEB_SERVER)
      .map((entry) => entry.name);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw fileFailure("read", folder, error);
  }
}
