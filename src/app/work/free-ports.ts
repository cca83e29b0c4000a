import { once } from "node:events";
import { createServer } from "node:net";

/** Ports of one role. */
export const PORTS_EACH = 20;
/** Below the ports that Linux and macOS give to outgoing connections (32768 and up). */
const FIRST = 20_000;
const LAST = 32_000;

/** First ports of free blocks; blocks in `taken` belong to other armies, which may not use them at this moment. */
export async function freePorts(count: number, taken: readonly number[]): Promise<number[]> {
  const found: number[] = [];
  for (let port = FIRST; port < LAST && found.length < count; port += PORTS_EACH)
    if (!taken.includes(port) && (await isBlockFree(port))) found.push(port);
  return found;
}

async function isBlockFree(first: number): Promise<boolean> {
  const ports = Array.from({ length: PORTS_EACH }, (_, index) => first + index);
  return (await Promise.all(ports.map(isFree))).every(Boolean);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
