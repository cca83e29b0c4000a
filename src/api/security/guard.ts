import { isIP } from "node:net";
import { OvldError } from "#errors/ovld-error.ts";

/** What a browser says about where a request comes from, and to whom it was meant. */
export interface Provenance {
  method: string;
  path: string;
  host: string | undefined;
  origin: string | undefined;
  /** `Sec-Fetch-StoreDir`: only browsers send it, and no page can forge it. */
  site: string | undefined;
  mode: string | undefined;
}

export interface GuardOptions {
  scheme: "http" | "https";
  /** Names this server may be called by, beside plain addresses. */
  names: readonly string[];
  /** Whether a plain address that is not loopback is a name of this server. */
  isOpen: boolean;
  /** The one page that a link on another site may lead to. */
  loginPath: string;
}

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Refuses what a page of another origin could send. A name that is not ours means that somebody else's name was made to lead here;
 * a plain address cannot be.
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
