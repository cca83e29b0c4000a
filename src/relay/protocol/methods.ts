import { isObject } from "#base/is-object.ts";
import { isImplementation, metaKeys } from "./envelope.ts";
import { ENVELOPE_VERSION, type Era, handshakeVersions, requireEnvelope } from "./era.ts";
import type { McpServerParts } from "./mcp-server.ts";
import type { Params, Request } from "./message.ts";
import { codes, ProtocolError } from "./protocol-error.ts";
import { subscriptionsOf } from "./subscriptions.ts";

/** The result, or undefined for a request that is not answered now. */
type Method = (request: Request, signal: AbortSignal) => object | undefined | Promise<object>;

/** The methods of each era. */
export function methods({ info, instructions, listTools, callTool, send }: McpServerParts) {
  const about = { capabilities: { tools: {} }, ...(instructions && { instructions }) };
  const complete = (result: object) => ({ ...result, resultType: "complete", _meta: { [metaKeys.server]: info } });
  /** A client may not keep the result, nor show it to another user. */
  const uncached = (result: object) => ({ ...complete(result), ttlMs: 0, cacheScope: "private" });
  const subscriptions = subscriptionsOf({ send, complete });

  const list = ({ params }: Request): object => {
    if (params.cursor !== undefined && typeof params.cursor !== "string") throw invalid("cursor must be a string");
    return { tools: listTools() };
  };
  const call = ({ id, params }: Request, signal: AbortSignal): Promise<object> => {
    const { name, arguments: input, _meta: meta } = params;
    if (typeof name !== "string") throw invalid("name must be a string");
    if (input !== undefined && !isObject(input)) throw invalid("arguments must be an object");
    return callTool({ id, name, input, meta: meta as Params | undefined, signal });
  };

  const byEra: Record<Era, ReadonlyMap<string, Method>> = {
    handshake: new Map<string, Method>([
      ["initialize", ({ params }) => ({ protocolVersion: versionFor(params), serverInfo: info, ...about })],
      ["ping", () => ({})],
      ["tools/list", list],
      ["tools/call", call],
    ]),
    envelope: new Map<string, Method>([
      ["server/discover", () => uncached({ supportedVersions: [ENVELOPE_VERSION], ...about })],
      ["tools/list", (request) => uncached(list(request))],
      ["tools/call", async (request, signal) => complete(await call(request, signal))],
      ["subscriptions/listen", subscriptions.begin],
    ]),
  };

  return {
    subscriptions,
    methodOf(era: Era, { method, params }: Request): Method {
      const found = byEra[era].get(method);
      if (!found) throw new ProtocolError(codes.methodNotFound, "Method not found");
      if (era === "envelope") requireEnvelope(params);
      return found;
    },
  };
}

/** The client's version if the relay knows it, else the newest. */
function versionFor({ protocolVersion, capabilities, clientInfo }: Params): string {
  if (typeof protocolVersion !== "string") throw invalid("protocolVersion must be a string");
  if (!isObject(capabilities)) throw invalid("capabilities must be an object");
  if (!isImplementation(clientInfo)) throw invalid("clientInfo must be an object with name and version");
  return handshakeVersions.find((version) => version === protocolVersion) ?? handshakeVersions[0];
}

function invalid(what: string): ProtocolError {
  return new ProtocolError(codes.invalidParams, `Invalid params: ${what}`);
}
