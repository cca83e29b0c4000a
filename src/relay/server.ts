import type { Transcript } from "#agent-cli/transcript.ts";
import type { Log } from "#base/log.ts";
import { reasonOf } from "#errors/ovld-error.ts";
import { call } from "./call.ts";
import type { LineChannel } from "./line-channel.ts";
import { mcpServer, type ToolCall } from "./protocol/mcp-server.ts";
import { codes, ProtocolError } from "./protocol/protocol-error.ts";
import { recall } from "./recall.ts";
import type { SeenProgress } from "./receipt-state.ts";
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
  look?: (() => Promise<SeenProgress | undefined>) | undefined;
  /** The agent's transcript, if its CLI writes one. */
  transcript?: Transcript | undefined;
}

export interface RelayServer {
  /** Answers that are not proved to have arrived. */
  readonly receipts: Pick<Receipts, "check">;
  /** Resolves when the first answer is written. */
  readonly answered: Promise<void>;
  /** Resolves when the agent CLI knows the tools; an agent woken earlier could not read its mail. */
  readonly known: Promise<void>;
  /** Answers the calls in progress, then releases unproved mail. */
  finish(): Promise<void>;
}

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** The MCP server of one role. */
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
      void work.track(settling).catch((error) => log.write("error", "settling-failed", { reason: reasonOf(error) })),
  });

  const callTool = async ({ id, name, input, meta, signal }: ToolCall) => {
    const tool = tools.find((candidate) => candidate.name === name);
    if (!tool) throw new ProtocolError(codes.invalidParams, `unknown tool: ${name.slice(0, 100)}`);
    const named = transcript?.callIn(meta);
    if (tool.reachesOthers) await remembers(named, AbortSignal.any([signal, ending.signal]));
    const { text, isError, data, after } = await call(tool, input, context, log);
    if (after) given.await(id, { after, call: named, seen: await look().catch(() => undefined) });
    // A cancelled call is not answered, so its result reaches no agent.
    if (signal.aborted) given.release(id);
    return { content: [{ type: "text", text }], isError, ...(data !== undefined && { structuredContent: data }) };
  };

  let wasAsked = false;
  const [answered, answer] = signalled();
  const [known, tell] = signalled();
  const onWritten = (): void => {
    answer();
    if (wasAsked) tell();
  };

  const transport = transportOn(channel, { given, work, log, onWritten });
  const server = mcpServer({
    info: { name: "ovld-relay", version },
    instructions,
    listTools() {
      wasAsked = true;
      return tools.map(describe);
    },
    callTool: (called) => work.track(callTool(called)),
    send: transport.send,
    dropped: (reason) => log.write("warn", "protocol", { reason }),
  });
  transport.listen(server.receive);

  return {
    receipts: given,
    answered,
    known,
    async finish() {
      ending.abort();
      given.end();
      await work.settled();
      server.close();
      await work.settled();
      channel.close();
    },
  };
}

function signalled(): [promise: Promise<void>, signal: () => void] {
  let signal = () => {};
  const promise = new Promise<void>((resolve) => {
    signal = resolve;
  });
  return [promise, signal];
}

async function noProgress(): Promise<SeenProgress> {
  return "silent";
}

function describe({ name, title, description, input, output, annotations, meta }: Tool) {
  return {
    ...{ name, title, description },
    inputSchema: { $schema: DIALECT, ...input },
    outputSchema: { $schema: DIALECT, ...output },
    annotations,
    ...(meta && { _meta: meta }),
  };
}
