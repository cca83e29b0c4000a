import fc from "fast-check";
import { expect, test } from "vitest";
import { type RelayClient, type Session, temporarySession } from "./built.ts";

const LINES = 50_000;
const BATCH = 500;
const seed = Number(process.env.OVLD_SEED ?? Date.now() % 2 ** 31);

const TOOLS = ["send_message", "check_inbox", "get_status", "update_status", "broadcast"];
const METHODS = [
  "initialize",
  "ping",
  "tools/list",
  "tools/call",
  "notifications/initialized",
  "notifications/cancelled",
  "notifications/progress",
  "resources/read",
  "prompts/get",
  "logging/setLevel",
  "completion/complete",
  "server/discover",
  "subscriptions/listen",
  "__proto__",
];
const ROLES = ["storm", "overlord", "all", "nobody", "__proto__", "constructor", "../inferno", "", "*"];

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom("\ud800", "a\udc00b", "\u0000\u001b[2J\u0007", "\u2028\u0085\r\n", "__proto__", "x".repeat(5000)),
);
const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(2 ** 53, -(2 ** 63), 1e308, -0, 0.1));
const value = fc.oneof(
  { depthSize: "small" },
  fc.jsonValue({ maxDepth: 3 }),
  text,
  number,
  fc.constantFrom(null, true, [], {}),
);
const id = fc.oneof(number, text, value);
const object = fc.dictionary(
  fc.oneof(fc.constantFrom("_meta", "name", "arguments", "__proto__", "cursor"), text),
  value,
  {
    maxKeys: 4,
  },
);

const toolInput = fc.record(
  {
    to: fc.oneof(fc.constantFrom(...ROLES), value),
    role: fc.oneof(fc.constantFrom(...ROLES), value),
    from: value,
    subject: fc.oneof(text, value),
    body: fc.oneof(text, value),
    priority: fc.oneof(fc.constantFrom("urgent", "normal", "URGENT"), value),
    status: fc.oneof(fc.constantFrom("working", "idle", "sleeping"), value),
    task: fc.oneof(text, value),
  },
  { requiredKeys: [] },
);
const toolCall = fc.record({
  jsonrpc: fc.constant("2.0"),
  id: fc.oneof(fc.integer(), id),
  method: fc.constant("tools/call"),
  params: fc.record({
    name: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...TOOLS) }, { weight: 1, arbitrary: value }),
    arguments: fc.oneof({ weight: 9, arbitrary: toolInput }, { weight: 1, arbitrary: value }),
  }),
});
const message = fc.record(
  {
    jsonrpc: fc.oneof(fc.constant("2.0"), fc.constant("2.0"), value),
    id,
    method: fc.oneof(fc.constantFrom(...METHODS), text, value),
    params: fc.oneof(object, value),
    result: value,
    error: fc.oneof(value, fc.record({ code: number, message: text, data: value })),
  },
  { requiredKeys: ["jsonrpc"] },
);
const request = fc.record({
  jsonrpc: fc.constant("2.0"),
  id: fc.oneof(fc.integer(), text),
  method: fc.oneof(fc.constantFrom(...METHODS), text),
  params: fc.oneof(object, value),
});
const json = fc.oneof(message, toolCall, value).map((found) => JSON.stringify(found));

const line: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  { weight: 8, arbitrary: toolCall.map((found) => JSON.stringify(found)) },
  { weight: 4, arbitrary: message.map((found) => JSON.stringify(found)) },
  { weight: 4, arbitrary: request.map((found) => JSON.stringify(found)) },
  { weight: 3, arbitrary: fc.tuple(json, fc.nat(200)).map(([whole, end]) => whole.slice(0, end)) },
  {
    weight: 2,
    arbitrary: fc.uint8Array({ maxLength: 120 }).map((bytes) => bytes.map((byte) => (byte === 10 ? 11 : byte))),
  },
  { weight: 2, arbitrary: text.map((found) => found.replaceAll("\n", " ")) },
  { weight: 1, arbitrary: fc.array(message, { maxLength: 4 }).map((batch) => JSON.stringify(batch)) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("1e999", "-1e999", "9".repeat(400), "1E-999", "[[[[", '{"a":'.repeat(30), '"\\ud800"', "NaN")
      .map((raw) => `{"jsonrpc":"2.0","id":${raw},"method":"tools/call","params":{"name":${raw},"arguments":${raw}}}`),
  },
);

/** Nesting that overflows a recursive parser; few, because each is large. */
const deep = [
  "[",
  '{"a":',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_status","arguments":{"role":',
].map((open) => open.repeat(20_000) + (open.startsWith("[") ? "]".repeat(20_000) : `1${"}".repeat(20_000)}`));
const deepInput = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_status","arguments":{"role":${"[".repeat(20_000)}${"]".repeat(20_000)}}}}`;

const LEAK = /\bat [^"]*:\d+:\d+|node:internal|node_modules|file:\/\/|\/dist\/|\/src\/|\.[cm]?[jt]s:\d/;

interface Fixture {
  session: Session;
  relay: RelayClient;
}

async function survives(
  fixture: Fixture,
  lines: readonly (string | Uint8Array)[],
  check: (relay: RelayClient) => Promise<void>,
) {
  if (fixture.relay.child.exitCode !== null || fixture.relay.child.signalCode !== null) {
    fixture.relay = fixture.session.start("inferno");
    await fixture.relay.initialize();
  }
  const { relay } = fixture;
  relay.replies.length = 0;
  relay.write(Buffer.concat(lines.flatMap((bytes) => [Buffer.from(bytes), Buffer.from("\n")])));
  await check(relay);
  expect(relay.stderr()).toBe("");
  for (const reply of relay.replies) expect(JSON.stringify(reply)).not.toMatch(LEAK);
}

async function goodCalls(relay: RelayClient) {
  const [ping, status] = await Promise.all([relay.request("ping"), relay.call("get_status", { role: "inferno" })]);
  expect(ping.result).toEqual({});
  expect(status).toMatchObject({ isError: false, structuredContent: { statuses: [{ role: "inferno" }] } });
}

test(`${LINES} malformed lines and inputs leave one relay alive (OVLD_SEED=${seed})`, {
  timeout: 300_000,
}, async () => {
  console.log(`fuzz seed: OVLD_SEED=${seed}`);
  await using session = await temporarySession();
  const fixture = { session, relay: session.start("inferno") };
  const { pid } = fixture.relay.child;
  await fixture.relay.initialize();
  await survives(fixture, [...deep, deepInput], goodCalls);
  await survives(fixture, ["x".repeat(17 * 1024 * 1024)], goodCalls);
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: BATCH, maxLength: BATCH }), (lines) =>
      survives(fixture, lines, goodCalls),
    ),
    { seed, numRuns: LINES / BATCH, endOnFailure: process.env.CI === "true" },
  );
  expect(fixture.relay.child.pid).toBe(pid);
  await fixture.relay.call("send_message", { to: "storm", subject: "still", body: "here" });
  expect((await session.store.mail.unread("storm")).at(-1)).toMatchObject({ from: "inferno", subject: "still" });
});

test("malformed lines before the first valid message break neither protocol era", { timeout: 120_000 }, async () => {
  await using session = await temporarySession();
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const modern = async (relay: RelayClient) => {
    const { result } = await relay.request("tools/call", { _meta, name: "get_status", arguments: { role: "inferno" } });
    expect(result).toMatchObject({ structuredContent: { statuses: [{ role: "inferno" }] } });
  };
  for (const [era, check] of [["modern", modern] as const, ["legacy", goodCalls] as const]) {
    const relay = session.start("inferno");
    relay.write(Buffer.from("\u0000\n{]\n[]\nnull\n{}\n\n7\n"));
    if (era === "modern") await relay.request("server/discover", { _meta });
    else await relay.initialize();
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: BATCH, maxLength: BATCH }), (lines) =>
        survives({ session, relay }, lines, check),
      ),
      { seed, numRuns: 4, endOnFailure: true },
    );
  }
});
