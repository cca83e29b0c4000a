import { connect } from "node:net";
import { dirname } from "node:path";
import { requirePrivate } from "#base/private-folder.ts";

/** Milliseconds until a watcher that is not there is looked for again. */
const TRY_AGAIN_AFTER = 2000;

/**
 * Tells whoever watches over the army that this role has its relay. The kernel ends the connection with this process, however
 * that ends; a watcher that was restarted is found again.
 */
export function showPresence(socket: string, role: string, signal: AbortSignal): void {
  if (signal.aborted) return;
  const again = () => setTimeout(() => showPresence(socket, role, signal), TRY_AGAIN_AFTER).unref();
  // A socket in a stranger's folder is a stranger's.
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
