import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** Upgrade requests. They pass through the same middleware as other requests, so the same checks protect them. */
export interface Upgrades {
  isWanted(request: IncomingMessage): boolean;
  /** Turns the request into a WebSocket; headers that are set on the response are not sent. */
  accept(request: IncomingMessage, response: ServerResponse): Promise<WebSocket>;
}

const LARGEST_MESSAGE = 64 * 1024;
/** Milliseconds without a byte. Node's own timeouts no longer apply after an upgrade. */
const SILENCE = 30_000;
/** Milliseconds for the client to close its side after the answer. */
const LINGER = 1000;

export function openUpgrades(server: Server): Upgrades {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE, perMessageDeflate: false });
  const wanted = new WeakMap<IncomingMessage, { socket: Socket; head: Buffer }>();
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() === "websocket") wanted.set(request, { socket, head });
    socket.on("error", () => socket.destroy());
    socket.setTimeout(SILENCE, () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once("finish", () => {
      socket.end();
      setTimeout(() => socket.destroy(), LINGER).unref();
    });
    server.emit("request", request, response);
  });
  return {
    isWanted: (request) => wanted.has(request),
    accept(request, response) {
      const handshake = wanted.get(request);
      if (!handshake) throw new TypeError("this request is no upgrade");
      response.detachSocket(handshake.socket);
      // From here on, pings detect dead connections.
      handshake.socket.setTimeout(0);
      return new Promise((open, fail) => {
        handshake.socket.once("close", () => fail(new Error("the client left during the handshake")));
        sockets.handleUpgrade(request, handshake.socket, handshake.head, open);
      });
    },
  };
}
