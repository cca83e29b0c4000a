import "./zod-settings.ts";
import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Transport,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";
import type { Log } from "#base/log.ts";
import { call } from "./call.ts";
import type { LineChannel } from "./line-channel.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";
import { trackWork } from "./work.ts";

export interface ServerParts {
  channel: LineChannel;
  tools: readonly Tool[];
  context: ToolContext;
  instructions: string;
  version: string;
  log: Log;
}

export interface RelayServer {
  /** Finishes and answers what was asked already; from now on no answer counts as received. */
  finish(): Promise<void>;
}

type After = NonNullable<ToolResult<unknown>["after"]>;

/** Speaks every protocol version the SDK knows, and keeps the SDK to this file. */
export function serve({ channel, tools, context, instructions, version, log }: ServerParts): RelayServer {
  const work = trackWork();
  const afters = new Map<unknown, After>();
  let finishing = false;

  const callTool = async (name: string, input: unknown, { mcpReq }: ServerContext) => {
    const tool = tools.find((candidate) => candidate.name === name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `unknown tool: ${name.slice(0, 100)}`);
    const { text, isError, data, after } = await work.track(call(tool, input, context, log));
    if (after) awaitReceipt(mcpReq.id, mcpReq.signal, after);
    return { content: [{ type: "text" as const, text }], isError, ...(data && { structuredContent: data }) };
  };

  /** The SDK answers no call that was cancelled, so its result is lost. */
  const awaitReceipt = (id: unknown, cancelled: AbortSignal, after: After): void => {
    afters.set(id, after);
    const lose = () => void settle(id, false);
    if (cancelled.aborted) lose();
    else cancelled.addEventListener("abort", lose, { once: true });
  };

  const settle = async (id: unknown, received: boolean): Promise<void> => {
    const after = afters.get(id);
    afters.delete(id);
    if (!after || finishing) return;
    try {
      await (received ? after.sent() : after.lost());
    } catch (error) {
      log.write("error", "after-answer", { reason: error instanceof Error ? error.message : String(error) });
    }
  };

  const transport: Transport = {
    async start() {
      channel.listen((line) => {
        const message = parse(line);
        if (message) transport.onmessage?.(message as Parameters<NonNullable<Transport["onmessage"]>>[0]);
        else log.write("warn", "not-json-rpc", { bytes: line.length });
      });
    },
    send: (message) =>
      work.track(
        channel.write(JSON.stringify(message)).then(async () => {
          if ("result" in message || "error" in message) await settle(message.id, "result" in message);
        }),
      ),
    async close() {
      channel.close();
      transport.onclose?.();
    },
  };

  const listed = lazily(() => tools.map(describe));
  const handle = serveStdio(
    () => {
      const server = new Server({ name: "ovld-relay", version }, { capabilities: { tools: {} }, instructions });
      server.setRequestHandler("tools/list", () => ({ tools: listed() }));
      server.setRequestHandler("tools/call", ({ params }, ctx) => callTool(params.name, params.arguments, ctx));
      return server;
    },
    // The SDK's messages may quote what a peer sent after the first colon, and bodies stay out of logs.
    { transport, onerror: (error) => log.write("warn", "protocol", { reason: error.message.split(/[:{]/, 1)[0] }) },
  );

  return {
    async finish() {
      finishing = true;
      await work.settled();
      await handle.close();
    },
  };
}

function parse(line: string): object | undefined {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === "object" && message !== null && !Array.isArray(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

function describe({ name, title, description, input, output, annotations }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: z.toJSONSchema(input, { io: "input" }) as { type: "object" },
    outputSchema: z.toJSONSchema(output) as { type: "object" },
    annotations,
  };
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
