import { chmodSync, renameSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { pid } from "node:process";
import { parseJson } from "#base/parse-json.ts";
import { MAX_SOCKET_PATH_BYTES } from "#base/sockets.ts";
import { type ModLink, type ModLinkParts, modLink } from "./mod-link.ts";
import { readRequests, respond, type SmallRequest } from "./small-http.ts";

/** More connections than the mod and its wakers open at once. */
const CONNECTIONS = 32;

/**
 * Serves the mod of one agent on a socket, until the returned function is called. Undefined if the path is too long for
 * a socket. The socket gets its name by `rename`: a relay that is still ending would otherwise remove the socket of its
 * successor, because libuv removes the path that it has bound.
 */
export async function serveMod(socket: string, parts: ModLinkParts): Promise<(() => void) | undefined> {
  const bound = `${socket}.${pid}`;
  if (Buffer.byteLength(bound) > MAX_SOCKET_PATH_BYTES) return undefined;
  const link = modLink(parts);
  const connections = new Set<Socket>();
  const server = createServer((connection) => {
    connections.add(connection);
    connection.unref();
    connection.on("close", () => connections.delete(connection));
    readRequests(connection, (request) => handle(link, connection, request));
  });
  server.maxConnections = CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(bound, resolve);
  });
  server.unref();
  chmodSync(bound, 0o600);
  renameSync(bound, socket);
  return () => {
    server.close();
    for (const connection of connections) connection.destroy();
  };
}

function handle(link: ModLink, connection: Socket, { path, body }: SmallRequest): void {
  switch (path) {
    case "/wait": {
      const end = link.wait((note) => {
        connection.off("close", end);
        respond(connection, JSON.stringify(note));
      });
      connection.once("close", end);
      return;
    }
    case "/report":
      void link.report(parseJson(body)).then((line) => respond(connection, line ?? ""));
      return;
    case "/wake":
      void link.wake().then((answer) => respond(connection, answer));
      return;
    default:
      connection.destroy();
  }
}
