import { isIP } from "node:net";
import { OvldError } from "#errors/ovld-error.ts";

/** The headers with the page that sent a request, and with the host. */
export interface Provenance {
  method: string;
  path: string;
  host: string | undefined;
  origin: string | undefined;
  /** `Sec-Fetch-Site`: browsers send it, and no page can forge it. */
  site: string | undefined;
  mode: string | undefined;
}

export interface GuardOptions {
  scheme: "http" | "https";
  /** Host names of this server, beside loopback. */
  names: readonly string[];
  /** Whether any IP address is accepted as host. */
  isOpen: boolean;
  /** The path that a link on another site may open. */
  loginPath: string;
}

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Refuses requests that a page of another origin could send. An unknown host name is a sign of DNS rebinding; an IP
 * address cannot be rebound.
 */
export function guard({ scheme, names, isOpen, loginPath }: GuardOptions): (request: Provenance) => void {
  const isOurs = (name: string) =>
    LOOPBACK_NAMES.includes(name) || names.includes(name) || (isOpen && isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0);
  return ({ method, path, host, origin, site, mode }) => {
    if (host === undefined || !isOurs(nameIn(host))) throw new OvldError("host-refused", { host: host ?? "" });
    if (origin !== undefined && origin.toLowerCase() !== `${scheme}://${host.toLowerCase()}`)
      throw new OvldError("origin-refused", { origin });
    const isVisit = method === "GET" && path === loginPath && mode === "navigate";
    if (site !== undefined && site !== "same-origin" && site !== "none" && !isVisit)
      throw new OvldError("origin-refused", { origin: origin ?? site });
  };
}

function nameIn(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, "");
}
