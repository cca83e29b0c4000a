import { chmod, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { fileFailure } from "#base/files.ts";

/** Longer than any role's name: longer input does not come from a relay. */
const MAX_NAME = 100;

/** Connected relays. The kernel closes the socket of a killed one. */
export interface Presence extends AsyncDisposable {
  /** True if the role's relay was connected and is no longer. */
  hasLost(role: string): boolean;
}

export interface PresenceParts {
  roles: readonly string[];
  /** Roles that start as lost, until their relay connects. */
  lost?: readonly string[];
  /** Called when the last connection of a role's relay is closed. */
  onLeave(role: string): void;
}

/** Listens for the connections of relays. */
export async function openPresence(path: string, { roles, lost = [], onLeave }: PresenceParts): Promise<Presence> {
  const lines = new Map<string, Set<Socket>>(lost.map((role) => [role, new Set()]));
  const all = new Set<Socket>();
  const server = createServer((line) => {
    let said = "";
    let known: Set<Socket> | undefined;
    all.add(line);
    line.setEncoding("utf8");
    line.on("data", (text: string) => {
      said += text;
      const role = said.split("\n")[0] ?? "";
      if (known || !said.includes("\n")) return said.length > MAX_NAME && line.destroy();
      if (!roles.includes(role)) return line.destroy();
      known = lines.get(role) ?? new Set();
      lines.set(role, known.add(line));
    });
    line.on("error", () => {});
    line.on("close", () => {
      all.delete(line);
      if (known?.delete(line) && known.size === 0) onLeave(said.split("\n")[0] ?? "");
    });
  });
  await listen(server, path);
  return {
    hasLost: (role) => lines.get(role)?.size === 0,
    async [Symbol.asyncDispose]() {
      for (const line of all) line.destroy();
      await new Promise((done) => server.close(done));
      await rm(path, { force: true });
    },
  };
}

/** For a failed listen: only the periodic checks remain. */
export const absence: Presence = { hasLost: () => false, async [Symbol.asyncDispose]() {} };

/** The listener holds the watcher's lock, so a socket at this path belongs to a dead watcher. */
async function listen(server: Server, path: string): Promise<void> {
  try {
    await rm(path, { force: true });
    await new Promise<void>((done, fail) => server.once("error", fail).listen(path, done));
    await chmod(path, 0o600);
  } catch (error) {
    throw fileFailure("write", path, error);
  }
}
