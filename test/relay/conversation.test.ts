import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { expect, test } from "vitest";
import { verifies } from "#test/support/verifies.ts";
import { type RelayClient, type Reply, type Session, type ToolReply, temporarySession } from "./built.ts";

interface ListedTool {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
  outputSchema: Record<string, unknown>;
  annotations: Record<string, boolean>;
}

const FIVE = ["send_message", "check_inbox", "get_status", "update_status", "broadcast"];

async function toolsOf(relay: RelayClient, params?: object): Promise<ListedTool[]> {
  return (await relay.request("tools/list", params)).result?.tools as ListedTool[];
}

async function archived({ relayFolder }: Session, role: string): Promise<string[]> {
  const names = await readdir(join(relayFolder, "archive", role), { recursive: true });
  return names.filter((name) => name.endsWith(".json") && !name.startsWith(".claims"));
}

verifies("relay:env", "with three variables it is an MCP server on stdio with exactly five tools", async () => {
  await using session = await temporarySession();
  const relay = session.start("inferno");
  const { result } = await relay.initialize();
  expect(result).toMatchObject({
    serverInfo: { name: "ovld-relay", version: JSON.parse(await readFile("package.json", "utf8")).version },
    capabilities: { tools: {} },
  });
  expect(result?.instructions).toMatch(/^You are inferno in the army of session ovld-test/);
  const tools = await toolsOf(relay);
  expect(tools.map(({ name }) => name)).toEqual(FIVE);
  for (const { annotations } of tools)
    expect(Object.keys(annotations).sort()).toEqual([
      "destructiveHint",
      "idempotentHint",
      "openWorldHint",
      "readOnlyHint",
    ]);
});

test.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])(
  "the relay speaks protocol version %s",
  async (version) => {
    await using session = await temporarySession();
    const relay = session.start("inferno");
    expect((await relay.initialize(version)).result?.protocolVersion).toBe(version);
    expect(await toolsOf(relay)).toHaveLength(5);
    const answer = await relay.call("get_status", { role: "all" });
    expect(answer.content[0]?.text).toContain("overlord: idle");
    expect(answer.structuredContent).toMatchObject({ statuses: { length: 6 } });
    expect((await relay.request("ping")).result).toEqual({});
  },
);

test("an unknown protocol version is answered with a supported one", async () => {
  await using session = await temporarySession();
  const relay = session.start("inferno");
  expect((await relay.initialize("2199-01-01")).result?.protocolVersion).toBe("2025-11-25");
});

test("the relay speaks protocol version 2026-07-28, which has no handshake", async () => {
  await using session = await temporarySession();
  const relay = session.start("inferno");
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  expect((await relay.request("server/discover", { _meta })).result).toMatchObject({
    supportedVersions: ["2026-07-28"],
  });
  expect((await toolsOf(relay, { _meta })).map(({ name }) => name)).toEqual(FIVE);
  const { result } = await relay.request("tools/call", {
    _meta,
    name: "send_message",
    arguments: { to: "storm", subject: "s", body: "b" },
  });
  expect(result).toMatchObject({ structuredContent: { to: "storm" } });
  const storm = session.start("storm");
  await storm.request("server/discover", { _meta });
  const inbox = (await storm.request("tools/call", { _meta, name: "check_inbox", arguments: {} })).result;
  expect(inbox).toMatchObject({ structuredContent: { messages: [{ body: "b" }] } });
  expect((await session.store.mail.all())[0]?.state).toBe("read");
  await storm.request("tools/list", { _meta });
  await expect.poll(() => archived(session, "storm")).toHaveLength(1);
});

test("in a conversation between two roles every result matches its schema", async () => {
  await using session = await temporarySession({ knowledge: true });
  const [overlord, strategist] = [session.start("overlord"), session.start("strategist")];
  await Promise.all([overlord.initialize(), strategist.initialize()]);
  const tools = await toolsOf(overlord);
  expect(tools.map(({ name }) => name)).toEqual([...FIVE, "share_insight", "query_insights"]);
  const validators = new AjvJsonSchemaValidator();
  const used = new Set<string>();
  const call = async (relay: RelayClient, name: string, input: object = {}): Promise<ToolReply> => {
    const answer = await relay.call(name, input);
    const schema = tools.find((tool) => tool.name === name)?.outputSchema ?? {};
    expect(validators.getValidator(schema)(answer.structuredContent).errorMessage, name).toBeUndefined();
    used.add(name);
    return answer;
  };

  await call(overlord, "send_message", { to: "strategist", subject: "plan", body: "攻めよ 🔥\u0000\u001b[31m" });
  expect(existsSync(join(session.relayFolder, "pending", "strategist"))).toBe(true);
  const { structuredContent } = await call(strategist, "check_inbox");
  expect(structuredContent).toMatchObject({
    left: 0,
    messages: [{ from: "overlord", subject: "plan", body: "攻めよ 🔥\u0000\u001b[31m", redelivered: false }],
  });
  expect(existsSync(join(session.relayFolder, "pending", "strategist"))).toBe(false);
  expect(await readdir(join(session.relayFolder, "inbox", "strategist"))).toEqual([]);
  await call(strategist, "update_status", { status: "working", task: "認証の実装" });
  const status = JSON.parse(await readFile(join(session.relayFolder, "status", "strategist.json"), "utf8"));
  expect(status).toMatchObject({ status: "working", task: "認証の実装" });
  await call(overlord, "get_status", { role: "strategist" });
  await call(strategist, "broadcast", { subject: "sync", body: "…", priority: "urgent" });
  for (const role of ["overlord", "inferno", "glacier", "shadow", "storm"])
    expect(await session.store.mail.countUnread(role)).toBe(1);
  await call(strategist, "share_insight", { category: "war", title: "fire", content: "burns" });
  expect((await call(overlord, "query_insights", { query: "FIRE" })).structuredContent).toMatchObject({
    insights: [{ title: "fire", author: "strategist" }],
  });
  expect([...used].sort()).toEqual(tools.map(({ name }) => name).sort());
});

test("an error is a result that names the problem, and the next call works", async () => {
  await using session = await temporarySession();
  const relay = session.start("inferno");
  await relay.initialize();
  const wrong = await relay.call("send_message", { to: "storm", subject: 5, body: "b" });
  expect(wrong).toMatchObject({ isError: true });
  expect(wrong.content[0]?.text).toContain("subject: expected string, found 5");
  const unknown = await relay.call("send_message", { to: "nobody", subject: "s", body: "b" });
  expect(unknown.content[0]?.text).toContain('no role "nobody"');
  const large = await relay.call("send_message", { to: "storm", subject: "s", body: "x".repeat(3_000_000) });
  expect(large.content[0]?.text).toContain("the body is larger than 262144 bytes");
  expect(await relay.call("send_message", { to: "storm", subject: "s", body: "b" })).toMatchObject({ isError: false });
});

verifies("relay:inbox", "mail is archived, not lost, after the client has received it", async () => {
  await using session = await temporarySession();
  const [storm, relay] = [session.start("storm"), session.start("inferno")];
  await Promise.all([storm.initialize(), relay.initialize()]);
  for (let n = 0; n < 3; n++) await storm.call("send_message", { to: "inferno", subject: `${n}`, body: "b" });
  const { structuredContent } = await relay.call("check_inbox");
  expect(structuredContent?.messages).toMatchObject([{ subject: "0" }, { subject: "1" }, { subject: "2" }]);
  await expect.poll(() => archived(session, "inferno")).toHaveLength(3);
  relay.child.kill("SIGKILL");
  await relay.exited;
  const next = session.start("inferno");
  await next.initialize();
  expect((await next.call("check_inbox")).structuredContent).toEqual({ messages: [], left: 0 });
});

test("pipelined requests are all answered, also when the input closes immediately", async () => {
  await using session = await temporarySession();
  const relay = session.start("inferno");
  const line = (message: object) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
  relay.child.stdin?.end(
    line({
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "0" } },
    }) +
      line({ method: "notifications/initialized" }) +
      line({ id: 2, method: "tools/list" }) +
      line({ id: 3, method: "tools/call", params: { name: "get_status", arguments: { role: "all" } } }),
  );
  await relay.exited;
  expect(relay.replies.map(({ id }: Reply) => id).sort()).toEqual([1, 2, 3]);
});
