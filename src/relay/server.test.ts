import { PassThrough, Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { silentLog } from "#base/log.ts";
import { sixContexts } from "#test/support/tool-context.ts";
import { lineChannel } from "./line-channel.ts";
import type { SeenProgress } from "./receipt-state.ts";
import { serve } from "./server.ts";
import { toolsFor } from "./tools.ts";

interface Reply {
  id: number;
  result?: { content: { text: string }[]; isError?: boolean; structuredContent?: Record<string, unknown> };
  error?: { message: string };
}

/** A server of role inferno over two streams in memory; `hold` blocks its output until released. */
async function served({ handshake = true, look }: { handshake?: boolean; look?: () => Promise<SeenProgress> } = {}) {
  const { store, roster, as } = await sixContexts();
  const input = new PassThrough();
  const replies: Reply[] = [];
  const held: (() => void)[] = [];
  const pings: unknown[] = [];
  let holding = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      const take = () => {
        const said = JSON.parse(String(chunk));
        (said.method === "ping" ? pings : replies).push(said.method === "ping" ? said.id : said);
        done();
      };
      if (holding) held.push(take);
      else take();
    },
  });
  const server = serve({
    channel: lineChannel(input, output),
    tools: toolsFor(roster),
    context: as("inferno"),
    instructions: "",
    version: "1.2.3",
    log: silentLog,
    look,
  });
  const send = (message: object) => input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const callTool = (id: number, name: string, args: object = {}) =>
    send({ id, method: "tools/call", params: { name, arguments: args, ...(!handshake && { _meta }) } });
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  if (handshake) {
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "0" } };
    send({ id: 0, method: "initialize", params });
    send({ method: "notifications/initialized" });
  } else send({ id: 0, method: "server/discover", params: { _meta } });
  const answerTo = (id: number) => expect.poll(() => replies.find((reply) => reply.id === id)).toBeDefined();
  await answerTo(0);
  return {
    store,
    mail: () => as("overlord").mailer.send({ from: "overlord", to: "inferno", subject: "s", body: "b" }),
    ...{ replies, pings },
    state: async () => (await store.mail.all())[0]?.state,
    send,
    callTool,
    answerTo,
    server,
    hold() {
      holding = true;
    },
    heldCount: () => held.length,
    release() {
      holding = false;
      for (const take of held.splice(0)) take();
    },
  };
}

test("mail is read after the call, and acked after the client has answered the question behind it", async () => {
  const relay = await served();
  await relay.mail();
  relay.hold();
  relay.callTool(1, "check_inbox");
  await expect.poll(relay.heldCount).toBe(1);
  expect(await relay.state()).toBe("read");
  relay.release();
  await relay.answerTo(1);
  await expect.poll(() => relay.pings).toHaveLength(1);
  expect(await relay.state()).toBe("read");
  relay.send({ id: "foreign", result: {} });
  relay.send({ id: relay.pings[0], result: {} });
  await expect.poll(relay.state).toBe("acked");
  relay.store.die();
  expect(await relay.store.mail.countUnread("inferno")).toBe(0);
});

test("mail of a reader that died before its answer is redelivered, even if it was written", async () => {
  const relay = await served();
  await relay.mail();
  relay.callTool(1, "check_inbox");
  await relay.answerTo(1);
  relay.store.die();
  expect(await relay.store.mail.unread("inferno")).toMatchObject([{ redelivered: true }]);
});

test("a client without a handshake has its mail when it calls again", async () => {
  const relay = await served({ handshake: false });
  await relay.mail();
  relay.callTool(1, "check_inbox");
  await relay.answerTo(1);
  expect([relay.pings.length, await relay.state()]).toEqual([0, "read"]);
  relay.callTool(2, "get_status", { role: "all" });
  await expect.poll(relay.state).toBe("acked");
});

test("with hooks, an answer of the client is no proof, because it may die before its model gets the mail", async () => {
  const progress = { steps: 0 };
  const relay = await served({ look: async () => ({ ...progress }) });
  await relay.mail();
  relay.callTool(1, "check_inbox");
  await expect.poll(() => relay.pings).toHaveLength(1);
  relay.send({ id: relay.pings[0], result: {} });
  relay.callTool(2, "get_status", { role: "all" });
  await relay.answerTo(2);
  await relay.server.receipts.check();
  expect(await relay.state()).toBe("read");
  progress.steps = 2;
  await relay.server.receipts.check();
  await expect.poll(relay.state).toBe("acked");
});

test("unproved mail is released at the relay's end, and announced again", async () => {
  const relay = await served();
  await relay.mail();
  relay.callTool(1, "check_inbox");
  await relay.answerTo(1);
  await expect.poll(() => relay.pings).toHaveLength(1);
  await relay.server.finish();
  relay.send({ id: relay.pings[0], result: {} });
  expect(await relay.store.mail.unread("inferno")).toMatchObject([{ redelivered: true, state: "queued" }]);
  expect(await relay.store.pending.read("inferno")).toBeDefined();
});

test("an agent with unreadable progress still gets its mail", async () => {
  const relay = await served({ look: () => Promise.reject(new Error("no disk")) });
  await relay.mail();
  relay.callTool(1, "check_inbox");
  await relay.answerTo(1);
  expect(relay.replies.at(-1)?.result?.structuredContent).toMatchObject({ messages: [{ body: "b" }] });
});

test("the relay ends only after a call in progress has released its mail", async () => {
  let isLooking = false;
  const look = async (): Promise<SeenProgress> => {
    isLooking = true;
    await wait(100);
    return { steps: 0 };
  };
  const relay = await served({ look });
  await relay.mail();
  relay.callTool(1, "check_inbox");
  await expect.poll(() => isLooking).toBe(true);
  await relay.server.finish();
  expect(await relay.store.mail.countUnread("inferno")).toBe(1);
});

test("an empty reading causes no question", async () => {
  const relay = await served();
  relay.callTool(1, "check_inbox");
  await relay.answerTo(1);
  relay.callTool(2, "check_inbox");
  await relay.answerTo(2);
  expect(relay.pings).toEqual([]);
});

test("mail of a cancelled call is returned by the next call", async () => {
  const relay = await served();
  await relay.mail();
  relay.callTool(1, "check_inbox");
  relay.send({ method: "notifications/cancelled", params: { requestId: 1 } });
  relay.callTool(2, "get_status", { role: "all" });
  await relay.answerTo(2);
  relay.callTool(3, "check_inbox");
  await relay.answerTo(3);
  expect(relay.replies.map(({ id }) => id)).toEqual([0, 2, 3]);
  expect(relay.replies.at(-1)?.result?.structuredContent).toMatchObject({
    messages: [{ body: "b", redelivered: true }],
  });
});

test("an answer written during the relay's end does not count as received", async () => {
  const relay = await served();
  await relay.mail();
  relay.callTool(1, "check_inbox");
  await relay.server.finish();
  expect(relay.replies.find(({ id }) => id === 1)?.result?.structuredContent).toMatchObject({
    messages: [{ body: "b" }],
  });
  relay.store.die();
  expect(await relay.store.mail.countUnread("inferno")).toBe(1);
});

test("an unknown tool is a protocol error with its name", async () => {
  const relay = await served();
  relay.callTool(1, "constructor");
  await relay.answerTo(1);
  expect(relay.replies.at(-1)?.error?.message).toBe("unknown tool: constructor");
});

test("concurrent calls are all answered", async () => {
  const relay = await served();
  for (let id = 1; id <= 50; id++) relay.callTool(id, id % 2 ? "get_status" : "check_inbox", { role: "all" });
  await expect.poll(() => relay.replies.length).toBe(51);
  expect(relay.replies.slice(1).every(({ result }) => result?.isError === false)).toBe(true);
});
