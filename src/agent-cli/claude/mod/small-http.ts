import type { Socket } from "node:net";

/** A request of the mod, or of a process that wakes the agent. */
export interface SmallRequest {
  path: string;
  body: string;
}

/** Bytes. A connection that sends more without finishing a request is closed. */
const LONGEST = 16 * 1024;
const HEAD = /^[A-Z]+ (\/[a-z]{1,20}) HTTP\/1\.1\r\n/;

/**
 * Reads HTTP requests with a short path and a short body. `node:http` would take 1.2 MB in each relay. Anything else
 * than such a request closes the connection.
 */
export function readRequests(socket: Socket, onRequest: (request: SmallRequest) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const found = requestIn(rest);
      if (found === "invalid" || (!found && rest.length > LONGEST)) return void socket.destroy();
      if (!found) return;
      rest = rest.subarray(found.length);
      onRequest(found.request);
    }
  });
}

export function respond(socket: Socket, body: string): void {
  if (socket.writable) socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

function requestIn(bytes: Buffer): { request: SmallRequest; length: number } | "invalid" | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = bytes.toString("latin1", 0, end + 2);
  const path = HEAD.exec(head)?.[1];
  const size = Number(/\r\ncontent-length: *(\d{1,9})\r\n/i.exec(head)?.[1] ?? 0);
  if (path === undefined || size > LONGEST || /\r\ntransfer-encoding:/i.test(head)) return "invalid";
  const length = end + 4 + size;
  if (bytes.length < length) return undefined;
  return { request: { path, body: bytes.toString("utf8", end + 4, length) }, length };
}
