import { reasonOf } from "#errors/ovld-error.ts";
import { envelopeOf } from "./envelope.ts";
import { type Era, eraOf } from "./era.ts";
import { messageOf, type Notification, type Params, type Request, type RequestId } from "./message.ts";
import { methods } from "./methods.ts";
import { codes, ProtocolError } from "./protocol-error.ts";

export interface ToolCall {
  id: RequestId;
  name: string;
  input: Params | undefined;
  meta: Params | undefined;
  /** Aborts when the client cancels the call, which is then not answered. */
  signal: AbortSignal;
}

export interface McpServerParts {
  info: { name: string; version: string };
  instructions: string;
  listTools(): readonly object[];
  callTool(call: ToolCall): Promise<object>;
  send(message: object): void;
  /** A message was dropped. The reason quotes nothing of it. */
  dropped(reason: string): void;
}

/** Speaks MCP as a server with tools. The first message decides which era of the protocol a connection uses. */
export interface McpServer {
  receive(message: object): void;
  /** Ends subscriptions, and cancels calls that are still under way. */
  close(): void;
}

export function mcpServer(parts: McpServerParts): McpServer {
  const { send, dropped } = parts;
  let era: Era | undefined;
  const underWay = new Map<RequestId, AbortController>();
  const { methodOf, subscriptions } = methods(parts);

  const fail = (id: RequestId, error: unknown): void => {
    const { code, message, data } =
      error instanceof ProtocolError ? error : new ProtocolError(codes.internal, reasonOf(error));
    send({ jsonrpc: "2.0", id, error: { code, message, ...(data && { data }) } });
  };

  const answer = async (request: Request, signal: AbortSignal): Promise<void> => {
    try {
      const current = eraOf(request, era);
      // `server/discover` does not choose the era: a client may use the handshake after it.
      if (request.method !== "server/discover" || current === "handshake") era = current;
      const result = await methodOf(current, request)(request, signal);
      if (result && !signal.aborted) send({ jsonrpc: "2.0", id: request.id, result });
    } catch (error) {
      if (!signal.aborted) fail(request.id, error);
    }
  };

  const take = async (request: Request): Promise<void> => {
    const controller = new AbortController();
    underWay.set(request.id, controller);
    await answer(request, controller.signal);
    if (underWay.get(request.id) === controller) underWay.delete(request.id);
  };

  const hear = ({ method, params }: Notification): void => {
    // A notification without an envelope, before any request has chosen the era, chooses the handshake.
    if (!era && !envelopeOf(params)) era = "handshake";
    if (method !== "notifications/cancelled") return;
    const requestId = params.requestId as RequestId;
    subscriptions.end(requestId);
    underWay.get(requestId)?.abort();
  };

  return {
    receive(value) {
      const message = messageOf(value);
      if (message.kind === "request") void take(message);
      else if (message.kind === "response") dropped("response to no request");
      else if (message.kind === "notification") hear(message);
      else if (message.id === undefined) dropped("not a message of JSON-RPC");
      else fail(message.id, new ProtocolError(codes.invalidRequest, "Invalid request"));
    },
    close() {
      for (const result of subscriptions.endAll()) send(result);
      for (const controller of underWay.values()) controller.abort();
    },
  };
}
