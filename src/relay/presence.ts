import { connect } from "node:net";
import { dirname } from "node:path";
import { requirePrivate } from "#base/private-folder.ts";

/** Milliseconds until a missing watcher is looked for again. */
const TRY_AGAIN_AFTER = 2000;

/**
 * Holds a connection to the army's watcher as long as this role has its relay: the kernel closes it with this process.
 * A watcher that was restarted is found again.
 */
export function showPresence(socket: string, role: string, signal: AbortSignal): void {
  if (signal.aborted) return;
  const again = () => setTimeout(() => showPresence(socket, role, signal), TRY_AGAIN_AFTER).unref();
  // In a folder of another user the socket is that user's.
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
