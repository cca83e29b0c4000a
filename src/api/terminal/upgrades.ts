import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";

/** Requests that want to become a WebSocket. Each is answered like any other first, so everything that protects a route protects these. */
export interface Upgrades {
  isWanted(request: IncomingMessage): boolean;
  /** Becomes a WebSocket; what the response holds already is not sent. */
  accept(request: IncomingMessage, response: ServerResponse): Promise<WebSocket>;
}

const LARGEST_MESSAGE = 64 * 1024;

export function openUpgrades(server: Server): Upgrades {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE, perMessageDeflate: false });
  const wanted = new WeakMap<IncomingMessage, { socket: Duplex; head: Buffer }>();
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() === "websocket") wanted.set(request, { socket, head });
    socket.on("error", () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once("finish", () => socket.end());
    server.emit("request", request, response);
  });
  return {
    isWanted: (request) => wanted.has(request),
    accept(request, response) {
      const handshake = wanted.get(request);
      if (!handshake) throw new TypeError("this request is no upgrade");
      response.detachSocket(handshake.socket as Socket);
      return new Promise((open, fail) => {
        handshake.socket.once("close", () => fail(new Error("the client left during the handshake")));
        sockets.handleUpgrade(request, handshake.socket, handshake.head, open);
      });
    },
  };
}
