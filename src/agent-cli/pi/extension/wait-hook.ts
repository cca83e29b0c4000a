import { execFileSync } from "node:child_process";
import { closeSync, constants, existsSync, openSync } from "node:fs";
import { Socket } from "node:net";
import { BYE } from "#agent-cli/exchange/wake-fifo.ts";

const { O_RDWR, O_NONBLOCK, O_NOFOLLOW } = constants;

/** Calls `wake` for each notification in the FIFO, until the returned function is called. */
export function waitAt(fifo: string, wake: () => void): () => void {
  if (!existsSync(fifo)) execFileSync("mkfifo", ["-m", "600", fifo]);
  // With both ends open the FIFO has no end of file when a notifier closes it.
  const descriptor = openSync(fifo, O_RDWR | O_NONBLOCK | O_NOFOLLOW);
  try {
    const socket = new Socket({ fd: descriptor, readable: true, writable: false });
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => (text.includes(BYE) ? socket.destroy() : wake()));
    socket.on("error", () => socket.destroy());
    return () => void socket.destroy();
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}
