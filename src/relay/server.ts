import "./zod-settings.ts";
import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";
import type { Transcript } from "#agent-cli/transcript.ts";
import type { Log } from "#base/log.ts";
import { reasonOf } from "#errors/ovld-error.ts";
import { call } from "./call.ts";
import type { LineChannel } from "./line-channel.ts";
import { recall } from "./recall.ts";
import type { Sight } from "./receipt-state.ts";
import { type Receipts, receipts } from "./receipts.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { transportOn } from "./transport.ts";
import { trackWork } from "./work.ts";

export interface ServerParts {
  channel: LineChannel;
  tools: readonly Tool[];
  context: ToolContext;
  instructions: string;
  version: string;
  log: Log;
  /** Progress of the agent by its hooks, if its CLI has any. */
  look?: (() => Promise<Sight | undefined>) | undefined;
  /** The agent's transcript, if its CLI writes one. */
  transcript?: Transcript | undefined;
}

export interface RelayServer {
  /** Answers that are not proved to have arrived. */
  readonly receipts: Pick<Receipts, "check">;
  /** Resolves when the agent CLI knows the tools; an agent woken earlier could not read its mail. */
  readonly known: Promise<void>;
  /** Answers the calls in progress, then releases unproved mail. */
  finish(): Promise<void>;
}

/** Only this file and transport.ts use the SDK. */
export function serve({
  channel,
  tools,
  context,
  instructions,
  version,
  log,
  look = noProgress,
  transcript,
}: ServerParts): RelayServer {
  const work = trackWork();
  const { answerTo, remembers } = recall({ transcript, clock: context.clock, log });
  const ending = new AbortController();
  const given = receipts({
    look,
    recall: answerTo,
    settle: (settling) =>
      void work.track(settling).catch((error) => log.write("error", "after-answer", { reason: reasonOf(error) })),
  });

  const callTool = async (name: string, input: unknown, { mcpReq: { id, signal, _meta } }: ServerContext) => {
    const tool = tools.find((candidate) => candidate.name === name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `unknown tool: ${name.slice(0, 100)}`);
    const named = transcript?.callIn(_meta);
    if (tool.reachesOthers) await remembers(named, AbortSignal.any([signal, ending.signal]));
    const { text, isError, data, after } = await call(tool, input, context, log);
    if (after) given.await(id, { after, call: named, seen: await look().catch(() => undefined) });
    // The SDK answers no cancelled call, so its result reaches no agent.
    if (signal.aborted) given.release(id);
    return { content: [{ type: "text" as const, text }], isError, ...(data && { structuredContent: data }) };
  };

  let wasAsked = false;
  let tell = () => {};
  const known = new Promise<void>((resolve) => {
    tell = resolve;
  });

  const transport = transportOn(channel, { given, work, log, onWritten: () => wasAsked && tell() });
  const listed = lazily(() => tools.map(describe));
  const handle = serveStdio(
    () => {
      const server = new Server({ name: "ovld-relay", version }, { capabilities: { tools: {} }, instructions });
      server.setRequestHandler("tools/list", () => {
        wasAsked = true;
        return { tools: listed() };
      });
      server.setRequestHandler("tools/call", ({ params }, ctx) =>
        work.track(callTool(params.name, params.arguments, ctx)),
      );
      return server;
    },
    // After the first colon the SDK's messages may quote the peer, and bodies stay out of logs.
    { transport, onerror: (error) => log.write("warn", "protocol", { reason: error.message.split(/[:{]/, 1)[0] }) },
  );

  return {
    receipts: given,
    known,
    async finish() {
      ending.abort();
      given.end();
      await work.settled();
      await handle.close();
    },
  };
}

async function noProgress(): Promise<Sight> {
  return "silent";
}

function describe({ name, title, description, input, output, annotations, meta }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: z.toJSONSchema(input, { io: "input" }) as { type: "object" },
    outputSchema: z.toJSONSchema(output) as { type: "object" },
    annotations,
    ...(meta && { _meta: meta }),
  };
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
