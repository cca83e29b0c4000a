import { connect } from "node:net";
import { dirname } from "node:path";
import { requirePrivate } from "#base/private-folder.ts";

/** Milliseconds until the next attempt to connect to a missing watcher. */
const TRY_AGAIN_AFTER = 2000;

/**
 * Keeps a connection to the army's watcher until the end of this process, when the kernel closes it. Reconnects to a
 * restarted watcher.
 */
export function showPresence(socket: string, role: string, signal: AbortSignal): void {
  if (signal.aborted) return;
  const again = () => setTimeout(() => showPresence(socket, role, signal), TRY_AGAIN_AFTER).unref();
  // In another user's folder the socket belongs to that user.
  if (!isPrivate(dirname(socket))) return void again();
  const line = connect(socket);
  const leave = () => line.destroy();
  signal.addEventListener("abort", leave);
  line.unref();
  line.on("connect", () => line.write(`${role}\n`));
  line.on("error", () => {});
  line.on("close", () => {
    signal.removeEventListener("abort", leave);
    again();
  });
  line.resume();
}

function isPrivate(folder: string): boolean {
  try {
    requirePrivate(folder);
    return true;
  } catch {
    return false;
  }
}
