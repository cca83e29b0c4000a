import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** Requests that want to become a WebSocket. Each is answered like any other first, so everything that protects a route protects these. */
export interface Upgrades {
  isWanted(request: IncomingMessage): boolean;
  /** Becomes a WebSocket; what the response holds already is not sent. */
  accept(request: IncomingMessage, response: ServerResponse): Promise<WebSocket>;
}

const LARGEST_MESSAGE = 64 * 1024;
/** Milliseconds without a byte; Node's own limits end with the upgrade. */
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
      // From here a ping finds out dead connections.
      handshake.socket.setTimeout(0);
      return new Promise((open, fail) => {
        handshake.socket.once("close", () => fail(new Error("the client left during the handshake")));
        sockets.handleUpgrade(request, handshake.socket, handshake.head, open);
      });
    },
  };
}
