import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { mcpServer, type ToolCall } from "./mcp-server.ts";

interface Sent {
  id?: unknown;
  method?: string;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
}

const _meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const handshake = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "c", version: "0" } };

function served() {
  const sent: Sent[] = [];
  const calls: ToolCall[] = [];
  const dropped: string[] = [];
  let finish: (result: object) => void = () => {};
  const server = mcpServer({
    info: { name: "test", version: "1.2.3" },
    instructions: "be brief",
    listTools: () => [{ name: "echo" }],
    callTool: (call) => {
      calls.push(call);
      return new Promise((resolve) => {
        finish = resolve;
      });
    },
    send: (message) => sent.push(message),
    dropped: (reason) => dropped.push(reason),
  });
  const receive = async (message: object) => {
    server.receive({ jsonrpc: "2.0", ...message });
    await setImmediate();
  };
  return {
    ...{ server, sent, calls, dropped, receive },
    ask: async (method: string, params?: object) => {
      await receive({ id: sent.length, method, ...(params && { params }) });
      return sent.at(-1) ?? {};
    },
    finish: async (result: object) => {
      finish(result);
      await setImmediate();
    },
  };
}

test("a cancelled call is not answered, and its signal aborts", async () => {
  const { receive, calls, sent, finish, ask } = served();
  await ask("initialize", handshake);
  await receive({ id: "a", method: "tools/call", params: { name: "echo", arguments: { b: 1 }, _meta: { c: 2 } } });
  expect(calls).toMatchObject([{ id: "a", name: "echo", input: { b: 1 }, meta: { c: 2 }, signal: { aborted: false } }]);
  await receive({ method: "notifications/cancelled", params: { requestId: "a" } });
  expect(calls[0]?.signal.aborted).toBe(true);
  await finish({ content: [] });
  expect(sent.map(({ id }) => id)).toEqual([0]);
});

test("a call that ended is forgotten: neither its cancellation nor the end of the server reaches a later one", async () => {
  const { receive, calls, sent, finish, server } = served();
  await receive({ id: 1, method: "tools/call", params: { name: "echo" } });
  await finish({ content: [] });
  await receive({ method: "notifications/cancelled", params: { requestId: 1 } });
  await receive({ id: 1, method: "tools/call", params: { name: "echo" } });
  await finish({ content: [] });
  server.close();
  expect([calls.map(({ signal }) => signal.aborted), sent.length]).toEqual([[false, false], 2]);
});

test("a client that asked what the server speaks can still use the handshake, also after it cancelled the question", async () => {
  const { ask, receive } = served();
  expect((await ask("server/discover", { _meta })).result).toMatchObject({ supportedVersions: ["2026-07-28"] });
  await receive({ method: "notifications/cancelled", params: { requestId: 0, _meta } });
  expect((await ask("initialize", handshake)).result).toMatchObject({ protocolVersion: "2025-06-18" });
});

test("a notification with an envelope leaves the era open", async () => {
  const { ask, receive } = served();
  await receive({ method: "notifications/cancelled", params: { requestId: 0, _meta } });
  expect((await ask("tools/list", { _meta })).result).toMatchObject({ resultType: "complete" });
});

test("after the first request with an envelope a handshake is refused, with the version to use", async () => {
  const { ask } = served();
  expect((await ask("tools/list", { _meta })).result).toMatchObject({
    ...{ tools: [{ name: "echo" }], resultType: "complete", ttlMs: 0, cacheScope: "private" },
    _meta: { "io.modelcontextprotocol/serverInfo": { name: "test", version: "1.2.3" } },
  });
  expect((await ask("initialize", handshake)).error).toMatchObject({
    ...{ code: -32022, data: { supported: ["2026-07-28"], requested: "2025-06-18" } },
  });
  expect((await ask("tools/list")).error).toMatchObject({ code: -32602 });
  expect((await ask("ping", { _meta })).error).toMatchObject({ code: -32601 });
});

test("a subscription is acknowledged at once, and answered at the end unless it was cancelled", async () => {
  const { receive, sent, server } = served();
  for (const id of [1, 2]) await receive({ id, method: "subscriptions/listen", params: { notifications: {}, _meta } });
  expect(sent.map(({ method }) => method)).toEqual(Array(2).fill("notifications/subscriptions/acknowledged"));
  await receive({ method: "notifications/cancelled", params: { requestId: 1, _meta } });
  server.close();
  expect(sent.slice(2)).toMatchObject([
    { id: 2, result: { resultType: "complete", _meta: { "io.modelcontextprotocol/subscriptionId": 2 } } },
  ]);
});

test("a malformed request is answered if its id is known; what is dropped is not quoted", async () => {
  const { receive, sent, dropped } = served();
  await receive({ id: 1, method: 5, params: "SECRET" });
  expect(sent).toMatchObject([{ id: 1, error: { code: -32600 } }]);
  await receive({ id: null, method: "SECRET" });
  await receive({ id: 1, result: "SECRET" });
  expect(dropped).toHaveLength(2);
  expect(JSON.stringify([sent, dropped])).not.toContain("SECRET");
});

test("no message makes it throw, and each request is answered once", async () => {
  const members = fc.record(
    {
      jsonrpc: fc.constantFrom("2.0", "2.0", "1.0"),
      id: fc.oneof(fc.integer(), fc.string(), fc.jsonValue()),
      method: fc.oneof(fc.constantFrom("ping", "tools/list", "initialize", "server/discover"), fc.jsonValue()),
      params: fc.oneof(fc.record({ _meta: fc.oneof(fc.constant(_meta), fc.jsonValue()) }), fc.jsonValue()),
      result: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(members, async (message) => {
      const { server, sent } = served();
      server.receive(message);
      await setImmediate();
      const isRequest =
        message.jsonrpc === "2.0" && typeof message.method === "string" && Number.isSafeInteger(message.id);
      expect(sent.length).toBeLessThanOrEqual(1);
      if (isRequest) expect(sent).toMatchObject([{ id: message.id }]);
    }),
  );
});
