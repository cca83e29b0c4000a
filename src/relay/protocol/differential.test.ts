import { setImmediate } from "node:timers/promises";
import { Server, type Transport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import fc from "fast-check";
import { expect, test } from "vitest";
import { metaKeys } from "./envelope.ts";
import { ENVELOPE_VERSION, handshakeVersions } from "./era.ts";
import { mcpServer } from "./mcp-server.ts";
import { codes, ProtocolError } from "./protocol-error.ts";

interface Answer {
  id?: unknown;
  result?: object;
  error?: { code: number; data?: { supported?: unknown } };
}

const parts = {
  info: { name: "test", version: "1.2.3" },
  instructions: "be brief",
  tools: [{ name: "echo", inputSchema: { type: "object" as const }, outputSchema: { type: "object" as const } }],
};

async function callTool(name: string, input: object | undefined, signal: AbortSignal) {
  if (name === "broken") throw new Error("broken");
  if (name === "wrong") throw new ProtocolError(codes.invalidParams, "wrong");
  if (name === "slow") await new Promise((resolve) => signal.addEventListener("abort", resolve));
  const answer = { name, ...input };
  return { content: [{ type: "text" as const, text: name }], isError: false, structuredContent: answer };
}

type Speaker = (send: (message: Answer) => void) => (message: object) => void;

const ours: Speaker = (send) => {
  const server = mcpServer({
    ...parts,
    ...{ send, dropped: () => {} },
    listTools: () => parts.tools,
    callTool: ({ name, input, signal }) => callTool(name, input, signal),
  });
  return server.receive;
};

const sdk: Speaker = (send) => {
  const transport: Transport = {
    start: async () => {},
    send: async (message) => send(message as Answer),
    close: async () => {},
  };
  serveStdio(
    () => {
      const { info, instructions, tools } = parts;
      const server = new Server(info, { capabilities: { tools: {} }, instructions });
      server.setRequestHandler("tools/list", () => ({ tools }));
      server.setRequestHandler("tools/call", ({ params }, { mcpReq }) =>
        callTool(params.name, params.arguments, mcpReq.signal),
      );
      return server;
    },
    { transport, onerror: () => {} },
  );
  return (message) => transport.onmessage?.(message as never);
};

/** All answers, by the id of the request. */
async function conversation(speaker: Speaker, messages: readonly object[]): Promise<Map<unknown, Answer>> {
  const answers = new Map<unknown, Answer>();
  const receive = speaker((answer) => {
    if (answer.id === undefined) return;
    expect(answers.has(answer.id)).toBe(false);
    answers.set(answer.id, answer);
  });
  for (const message of messages) {
    receive(structuredClone(message));
    for (let turn = 0; turn < 5; turn++) await setImmediate();
  }
  return answers;
}

const clientInfo = { name: "c", version: "0" };
const envelope = (more: object = {}) => ({
  [metaKeys.version]: ENVELOPE_VERSION,
  [metaKeys.client]: clientInfo,
  [metaKeys.capabilities]: {},
  ...more,
});
const meta = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 4, arbitrary: fc.constant(envelope()) },
  fc.constantFrom<object>(
    ...[{}, { progressToken: 1 }, { [metaKeys.version]: ENVELOPE_VERSION }, { [metaKeys.capabilities]: {} }],
    ...[5, "2025-11-25", "2199-01-01"].map((version) => envelope({ [metaKeys.version]: version })),
    ...[null, [], "x"].map((capabilities) => envelope({ [metaKeys.capabilities]: capabilities })),
    ...[null, {}, { name: "c" }, { name: 1, version: "0" }].map((client) => envelope({ [metaKeys.client]: client })),
  ),
);
const some = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const params: Record<string, fc.Arbitrary<object>> = {
  initialize: fc.record({
    protocolVersion: some<unknown>(...handshakeVersions, ENVELOPE_VERSION, "2199-01-01", 5),
    capabilities: fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, some<unknown>({ roots: {} }, 5, null, [])),
    clientInfo: fc.oneof({ weight: 4, arbitrary: fc.constant(clientInfo) }, some<unknown>({ name: "c" }, 5, null)),
  }),
  "tools/list": fc.record({ cursor: some<unknown>("c", 5, null) }),
  "tools/call": fc.record({
    name: some<unknown>("echo", "echo", "broken", "wrong", "slow", "constructor", 5, null),
    arguments: some<unknown>({}, { a: [1] }, null, [], "x"),
  }),
  "subscriptions/listen": fc.record({ notifications: some<unknown>({}, { toolsListChanged: true }, 5, null, []) }),
};
const paramsOf = (method: string) => (Object.hasOwn(params, method) ? params[method] : undefined);
const methods = [...Object.keys(params), "server/discover", "ping", "prompts/list", "tasks/get", "constructor", ""];
const request = fc.constantFrom(...methods, "tools/call").chain((method) =>
  fc.tuple(meta, paramsOf(method) ?? fc.constantFrom<object>({}, { a: 1 })).map(([_meta, given]) => {
    const all = Object.entries({ ...given, _meta }).filter(([, value]) => value !== undefined);
    return { method, ...(all.length > 0 && { params: Object.fromEntries(all) }) };
  }),
);
const message = fc.oneof(
  { weight: 12, arbitrary: request.map((found) => ({ jsonrpc: "2.0", id: 0, ...found })) },
  fc
    .tuple(fc.constantFrom("notifications/initialized", "notifications/cancelled", "x"), fc.nat(12))
    .map(([method, requestId]) => ({ jsonrpc: "2.0", method, params: { requestId } })),
  fc.constantFrom<object>(
    ...[
      {},
      { jsonrpc: "2.0" },
      { jsonrpc: "1.0", id: 0, method: "ping" },
      { jsonrpc: "2.0", id: null, method: "ping" },
    ],
    ...[
      { jsonrpc: "2.0", id: 0, result: {} },
      { jsonrpc: "2.0", id: 0, error: { code: 1, message: "m" } },
    ],
    ...[[], null, 5, { _meta: 5 }].map((found) => ({ jsonrpc: "2.0", id: 0, method: "ping", params: found })),
    ...[5, null].map((method) => ({ jsonrpc: "2.0", id: 0, method })),
  ),
);

/** Where the relay differs from the SDK on purpose. */
function isAllowed(sent: { params?: { _meta?: Record<string, unknown> } }, theirs?: Answer, own?: Answer): boolean {
  const code = own?.error?.code;
  const version = sent.params?._meta?.[metaKeys.version] ?? ENVELOPE_VERSION;
  // The SDK looks at the version of the first request only.
  if (code === codes.unsupportedVersion && version !== ENVELOPE_VERSION) return true;
  // The SDK is silent about a malformed request, and its client waits.
  if (!theirs) return code === codes.invalidRequest;
  // The SDK reports invalid parameters of some methods as an internal error.
  return theirs.error?.code === codes.internal && code === codes.invalidParams;
}

const comparable = ({ result, error }: Answer = {}) => ({
  result,
  code: error?.code,
  supported: error?.data?.supported,
});

test("it answers as the SDK does, in both eras", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 12 }), async (list) => {
      const messages = list.map((one, index) => ("id" in one && one.id === 0 ? { ...one, id: index } : one));
      const [own, theirs] = [await conversation(ours, messages), await conversation(sdk, messages)];
      for (const [index, sent] of messages.entries()) {
        const [one, other] = [own.get(index), theirs.get(index)];
        if (!isAllowed(sent, other, one)) expect(comparable(one), JSON.stringify(sent)).toEqual(comparable(other));
      }
      expect([...own.keys()].every((id) => typeof id === "number" && id < messages.length)).toBe(true);
    }),
    { numRuns: 1000 },
  );
}, 60_000);
