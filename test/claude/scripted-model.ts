import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { vi } from "vitest";

export type Block = { type: "text"; text: string } | { type: "tool_use"; name: string; input: object };

/** The model's next answer, an API error, or a partial answer with the moment and way in which the stream breaks. */
export type Answer =
  | Block[]
  | { status: number; headers?: Record<string, string>; body: unknown }
  | { begins: Block[]; until: Promise<unknown>; error?: string | undefined };

export type Script = (request: ModelRequest) => Answer | Promise<Answer>;

/** A request of an agent's conversation, without those that the CLI makes for itself, e.g. for a title. */
export interface ModelRequest {
  /** Milliseconds, on the clock of `performance.now()`. */
  at: number;
  /** New messages since the model's last answer, tool results included. */
  said: string;
  /** All messages before that. */
  earlier: string;
  results: string[];
  tools: string[];
  system: string;
  /** The agent's role according to its relay, if it has one. */
  role: string | undefined;
}

export interface ScriptedModel extends AsyncDisposable {
  url: string;
  requests: ModelRequest[];
  /** The first request from index `from` on whose new messages match. */
  receives(what: string | RegExp, from?: number): Promise<ModelRequest>;
}

/** A scripted Messages API on loopback, so that a real agent CLI runs without an account. */
export async function scriptedModel(script: Script = () => say("Done.")): Promise<ScriptedModel> {
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => {
    void answer(request, response, script, requests).catch((error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    receives(what, from = 0) {
      const isTold = ({ said }: ModelRequest) => (typeof what === "string" ? said.includes(what) : what.test(said));
      return vi.waitFor(
        () => {
          const found = requests.slice(from).find(isTold);
          if (found) return found;
          throw new Error(
            `no request has ${what}, but:\n${requests.map(({ said }) => said.slice(-400)).join("\n---\n")}`,
          );
        },
        { timeout: 20_000, interval: 5 },
      );
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function say(text: string): Block[] {
  return [{ type: "text", text }];
}

export function use(name: string, input: object): Block[] {
  return [{ type: "tool_use", name, input }];
}

interface Body {
  model: string;
  stream?: boolean;
  system?: unknown;
  tools?: { name: string }[];
  messages: { role: string; content: string | Content[] }[];
}

interface Content {
  type: string;
  text?: string;
  content?: unknown;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  script: Script,
  requests: ModelRequest[],
): Promise<void> {
  const at = performance.now();
  let raw = "";
  for await (const chunk of request.setEncoding("utf8")) raw += chunk;
  if (request.url?.includes("count_tokens")) return json(response, 200, { input_tokens: 10 });
  if (!request.url?.startsWith("/v1/messages") || raw === "") return json(response, 404, {});
  const body = JSON.parse(raw) as Body;
  const seen = understand(body, at);
  const isConversation = seen.tools.length > 0;
  if (isConversation) requests.push(seen);
  const said = isConversation ? await script(seen) : say("Title");
  if ("begins" in said) return breakOff(response, body, said);
  if (!Array.isArray(said)) return json(response, said.status, said.body, said.headers);
  const message = messageOf(body.model, said);
  if (body.stream) stream(response, message);
  else json(response, 200, message);
}

function understand({ messages, tools = [], system }: Body, at: number): ModelRequest {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  const fresh = messages
    .slice(last + 1)
    .flatMap(({ content }) => (typeof content === "string" ? [{ type: "text", text: content }] : content));
  const texts = fresh.map((block: Content) => block.text ?? JSON.stringify(block.content ?? ""));
  const results = fresh.flatMap((block: Content) =>
    block.type === "tool_result" ? [JSON.stringify(block.content)] : [],
  );
  return {
    at,
    said: texts.join("\n"),
    earlier: JSON.stringify(messages.slice(0, last + 1)),
    results,
    tools: tools.map(({ name }) => name),
    system: JSON.stringify(system ?? ""),
    role: /You are (\w+) in the army of session/.exec(JSON.stringify([system, messages]))?.[1],
  };
}

let count = 0;

function messageOf(model: string, blocks: Block[]) {
  const content = blocks.map((block) => (block.type === "text" ? block : { ...block, id: `toolu_${++count}` }));
  const usesTool = blocks.some(({ type }) => type === "tool_use");
  return {
    id: `msg_${++count}`,
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason: usesTool ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 10 },
  };
}

async function breakOff(
  response: ServerResponse,
  { model }: Body,
  { begins, until, error }: Extract<Answer, { begins: Block[] }>,
): Promise<void> {
  const send = streamBlocks(response, messageOf(model, begins));
  await until;
  if (error === undefined) response.destroy();
  else {
    send("error", { error: { type: error, message: error } });
    response.end();
  }
}

function stream(response: ServerResponse, message: ReturnType<typeof messageOf>): void {
  const send = streamBlocks(response, message);
  const { stop_reason, stop_sequence } = message;
  send("message_delta", { delta: { stop_reason, stop_sequence }, usage: { output_tokens: 10 } });
  send("message_stop", {});
  response.end();
}

function streamBlocks(response: ServerResponse, message: ReturnType<typeof messageOf>) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  send("message_start", { message: { ...message, content: [], stop_reason: null } });
  for (const [index, block] of message.content.entries()) {
    const isText = block.type === "text";
    const start = isText ? { ...block, text: "" } : { ...block, input: {} };
    const delta = isText
      ? { type: "text_delta", text: block.text }
      : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
    send("content_block_start", { index, content_block: start });
    send("content_block_delta", { index, delta });
    send("content_block_stop", { index });
  }
  return send;
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
