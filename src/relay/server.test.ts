import { PassThrough, Writable } from "node:stream";
import { expect, test } from "vitest";
import { silentLog } from "#base/log.ts";
import { sixContexts } from "#test/relay/tool-context.ts";
import { lineChannel } from "./line-channel.ts";
import { serve } from "./server.ts";
import { toolsFor } from "./tools.ts";

interface Reply {
  id: number;
  result?: { content: { text: string }[]; isError?: boolean; structuredContent?: Record<string, unknown> };
  error?: { message: string };
}

/** A server of role inferno over two streams in memory; `hold` keeps answers from being taken until released. */
async function served() {
  const { store, roster, as } = await sixContexts();
  const input = new PassThrough();
  const replies: Reply[] = [];
  const held: (() => void)[] = [];
  let holding = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      const take = () => {
        replies.push(JSON.parse(String(chunk)));
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
  });
  const send = (message: object) => input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const callTool = (id: number, name: string, args: object = {}) =>
    send({ id, method: "tools/call", params: { name, arguments: args } });
  send({
    id: 0,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "0" } },
  });
  send({ method: "notifications/initialized" });
  const answerTo = (id: number) => expect.poll(() => replies.find((reply) => reply.id === id)).toBeDefined();
  await answerTo(0);
  return {
    store,
    mail: () => as("overlord").courier.send({ from: "overlord", to: "inferno", subject: "s", body: "b" }),
    replies,
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

test("mail counts as read only when the client has the answer", async () => {
  const relay = await served();
  await relay.mail();
  relay.hold();
  relay.callTool(1, "check_inbox");
  await expect.poll(relay.heldCount).toBe(1);
  expect((await relay.store.mail.history())[0]?.state).toBe("read");
  relay.store.die();
  expect(await relay.store.mail.countUnread("inferno")).toBe(1);
  await relay.store.mail.take("inferno");
  relay.release();
  await relay.answerTo(1);
  await relay.server.finish();
  relay.store.die();
  expect(await relay.store.mail.countUnread("inferno")).toBe(0);
});

test("mail of a call that the client cancelled comes with the next", async () => {
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

test("an answer that goes out while the relay ends does not count as received", async () => {
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

test("an unknown tool is an error of the protocol that names it", async () => {
  const relay = await served();
  relay.callTool(1, "constructor");
  await relay.answerTo(1);
  expect(relay.replies.at(-1)?.error?.message).toBe("unknown tool: constructor");
});

test("calls at once are all answered", async () => {
  const relay = await served();
  for (let id = 1; id <= 50; id++) relay.callTool(id, id % 2 ? "get_status" : "check_inbox", { role: "all" });
  await expect.poll(() => relay.replies.length).toBe(51);
  expect(relay.replies.slice(1).every(({ result }) => result?.isError === false)).toBe(true);
});
