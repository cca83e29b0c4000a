import { isObject } from "#base/is-object.ts";
import type { Params } from "./message.ts";

/** Keys of `_meta` that MCP 2026-07-28 defines. */
export const metaKeys = {
  version: "io.modelcontextprotocol/protocolVersion",
  client: "io.modelcontextprotocol/clientInfo",
  capabilities: "io.modelcontextprotocol/clientCapabilities",
  server: "io.modelcontextprotocol/serverInfo",
  subscription: "io.modelcontextprotocol/subscriptionId",
} as const;

export interface EnvelopeProblem {
  key: string;
  problem: string;
}

/** The protocol fields in the `_meta` of a message; undefined if they name no version. */
export type Envelope = { version: string; problem?: undefined } | { version?: undefined; problem: EnvelopeProblem };

export function envelopeOf({ _meta: meta }: Params): Envelope | undefined {
  if (!isObject(meta) || !(metaKeys.version in meta)) return undefined;
  const { [metaKeys.version]: version, [metaKeys.client]: client, [metaKeys.capabilities]: capabilities } = meta;
  if (capabilities === undefined) return problem("capabilities", "missing");
  if (typeof version !== "string") return problem("version", "must be a string");
  if (client !== undefined && !isImplementation(client))
    return problem("client", "must be an object with name and version");
  if (!isObject(capabilities)) return problem("capabilities", "must be an object");
  return { version };
}

/** The description of a client or a server. */
export function isImplementation(value: unknown): boolean {
  return isObject(value) && typeof value.name === "string" && typeof value.version === "string";
}

function problem(key: keyof typeof metaKeys, text: string): Envelope {
  return { problem: { key: metaKeys[key], problem: text } };
}
