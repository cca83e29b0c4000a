import { OvldError } from "#errors/ovld-error.ts";

export interface ListenFlags {
  port: string | undefined;
  listen: string | undefined;
  insecure: boolean;
}

export interface ListenAddress {
  address: string;
  port: number;
  insecure: boolean;
}

const HIGHEST = 65_535;

/** The configured address and port; flags override them. */
export function listenAddress(configured: string, { port, listen, insecure }: ListenFlags): ListenAddress {
  const [, address = "", configuredPort = ""] = /^(.*):(\d+)$/.exec(configured) ?? [];
  if (listen === "")
    throw new OvldError("bad-flag-value", { flag: "--listen", found: listen, expected: { type: "not-empty" } });
  return { address: bare(listen ?? address), port: portOf(port ?? configuredPort), insecure };
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > HIGHEST)
    throw new OvldError("bad-flag-value", {
      flag: "--port",
      found: text,
      expected: { type: "whole-number", from: 0, to: HIGHEST },
    });
  return port;
}

/** RFC 3986: an IPv6 address before a port is enclosed in brackets. */
function bare(address: string): string {
  return address.replace(/^\[(.*)\]$/, "$1");
}
