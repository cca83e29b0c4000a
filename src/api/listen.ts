import { X509Certificate } from "node:crypto";
import { lookup } from "node:dns/promises";
import { createServer as createPlainServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, BlockList, isIPv6 } from "node:net";
import { hostname } from "node:os";
import { OvldError, reasonOf, systemCode } from "#errors/ovld-error.ts";

export interface Tls {
  cert: Buffer;
  key: Buffer;
}

export interface ListenOptions {
  /** IP address or host name. */
  address: string;
  /** 0 for any free port. */
  port: number;
  tls?: Tls | undefined;
  /** Allows an address that other machines can reach, without TLS. */
  insecure: boolean;
  connections?: number | undefined;
}

export interface Listening {
  server: Server;
  port: number;
  /** Host and port of its URL. */
  host: string;
  scheme: "http" | "https";
  /** Whether other machines can reach it. */
  isOpen: boolean;
  /** Host names and addresses of this server, in lower case. */
  names: string[];
}

/** A client that sends its request slowly does not occupy a connection for long. */
const TIMES = { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 5000 };

/** Event streams, terminals and requests together; leaves room below the usual limit of descriptors. */
const MOST_CONNECTIONS = 1024;

const WILDCARDS = ["0.0.0.0", "::"];

/** Listens on an address that other machines can reach only with TLS or `insecure`. */
export async function listen(options: ListenOptions, onRequest: RequestListener): Promise<Listening> {
  const { address: name, port: wanted, tls, insecure } = options;
  const address = await resolve(name);
  const isOpen = !isLoopback(address);
  if (isOpen && !tls && !insecure) throw new OvldError("listen-open", { address: name });
  const server = tls ? tlsServer(tls, onRequest) : createPlainServer(TIMES, onRequest);
  server.maxConnections = options.connections ?? MOST_CONNECTIONS;
  const port = await bind(server, address, wanted);
  const certified = tls ? namesIn(tls.cert) : [];
  // A browser cannot open a wildcard address.
  const shown = WILDCARDS.includes(address) ? (certified[0] ?? hostname()) : address;
  return {
    server,
    port,
    host: `${isIPv6(shown) ? `[${shown}]` : shown}:${port}`,
    scheme: tls ? "https" : "http",
    isOpen,
    names: [name, address, ...(isOpen ? [hostname()] : []), ...certified].map((one) =>
      (isIPv6(one) ? `[${one}]` : one).toLowerCase(),
    ),
  };
}

async function resolve(name: string): Promise<string> {
  return lookup(name).then(
    ({ address }) => address,
    (error) => {
      throw new OvldError("listen-failed", { address: name, reason: reasonOf(error), cause: error });
    },
  );
}

function isLoopback(address: string): boolean {
  const loopback = new BlockList();
  loopback.addSubnet("127.0.0.0", 8, "ipv4");
  loopback.addAddress("::1", "ipv6");
  return loopback.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

function tlsServer(tls: Tls, onRequest: RequestListener): Server {
  try {
    return createTlsServer({ ...TIMES, ...tls }, onRequest);
  } catch (error) {
    throw new OvldError("tls-unusable", { reason: reasonOf(error), cause: error });
  }
}

function bind(server: Server, address: string, port: number): Promise<number> {
  return new Promise((done, fail) => {
    server.once("error", (error) => {
      if (systemCode(error) === "EADDRINUSE") fail(new OvldError("port-taken", { address, port, cause: error }));
      else
        fail(new OvldError("listen-failed", { address: `${address}:${port}`, reason: reasonOf(error), cause: error }));
    });
    server.listen(port, address, () => done((server.address() as AddressInfo).port));
  });
}

/** Without wildcard names, which cannot be compared with a `Host` header. */
function namesIn(cert: Buffer): string[] {
  const { subjectAltName = "" } = new X509Certificate(cert);
  return subjectAltName.split(", ").flatMap((part) => /^DNS:([^*]+)$/.exec(part)?.[1] ?? []);
}
