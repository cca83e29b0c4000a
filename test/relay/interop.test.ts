import { execFile } from "node:child_process";
import { join } from "node:path";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { beforeAll, expect, test } from "vitest";
import { relayCommand, type ToolReply, temporarySession } from "./built.ts";
import { inspector, pythonWithClient, withoutClients } from "./clients.ts";

const TOOLS = [
  "send_message",
  "check_inbox",
  "get_status",
  "update_status",
  "broadcast",
  "share_insight",
  "query_insights",
];

/** One call of each tool; `check_inbox` reads the mail of `sessionWithMail`. */
const CALLS: [string, Record<string, string>][] = [
  ["send_message", { to: "storm", subject: "s", body: "多 lines\nof text", priority: "urgent" }],
  ["check_inbox", {}],
  ["get_status", { role: "all" }],
  ["update_status", { status: "working", task: "interop" }],
  ["broadcast", { subject: "s", body: "b" }],
  ["share_insight", { category: "interop", title: "t", content: "c" }],
  ["query_insights", { query: "t" }],
];

function output(program: string, args: string[], env: Record<string, string>, input = ""): Promise<string> {
  return new Promise((done, fail) => {
    const child = execFile(program, args, { env, maxBuffer: 2 ** 24 }, (error, stdout, stderr) =>
      error ? fail(new Error(`${error.message}\n${stderr}`)) : done(stdout),
    );
    child.stdin?.end(input);
  });
}

async function sessionWithMail() {
  const session = await temporarySession({ knowledge: true });
  const storm = session.start("storm");
  await storm.initialize();
  await storm.call("send_message", { to: "inferno", subject: "hello", body: "fixture" });
  return session;
}

beforeAll(async () => {
  if (withoutClients) return;
  await Promise.all([inspector(), pythonWithClient()]);
}, 600_000);

test("the MCP Inspector lists the tools without warnings, and calls each", { timeout: 120_000 }, async ({ skip }) => {
  skip(Boolean(withoutClients), withoutClients || undefined);
  await using session = await sessionWithMail();
  const [program, ...leading] = await inspector();
  const env = { PATH: process.env.PATH ?? "", HOME: join(session.folder, "home") };
  const given = Object.entries(session.env("inferno")).flatMap(([key, value]) => ["-e", `${key}=${value}`]);
  const inspect = async (...args: string[]) =>
    JSON.parse(await output(program, [...leading, ...given, process.execPath, ...relayCommand, ...args], env));
  const { tools } = await inspect("--method", "tools/list", "--strict");
  expect(tools.map(({ name }: { name: string }) => name)).toEqual(TOOLS);
  const validators = new AjvJsonSchemaValidator();
  for (const [name, input] of CALLS) {
    const pairs = Object.entries(input).flatMap(([key, value]) => ["--tool-arg", `${key}=${value}`]);
    const answer: ToolReply = await inspect("--method", "tools/call", "--tool-name", name, ...pairs);
    expect(answer.isError ?? false, name).toBe(false);
    const { outputSchema } = tools.find((tool: { name: string }) => tool.name === name);
    expect(validators.getValidator(outputSchema)(answer.structuredContent).errorMessage, name).toBeUndefined();
    if (name === "check_inbox") expect(answer.structuredContent).toMatchObject({ messages: [{ body: "fixture" }] });
  }
});

test.for([
  ["handshake", "2025-11-25"],
  ["discover", "2026-07-28"],
] as const)(
  "the official Python client does the same, by %s",
  { timeout: 120_000 },
  async ([era, version], { skip }) => {
    skip(Boolean(withoutClients), withoutClients || undefined);
    await using session = await sessionWithMail();
    const args = ["test/relay/python-client.py", era, process.execPath, ...relayCommand];
    const report = JSON.parse(
      await output(await pythonWithClient(), args, session.env("inferno"), JSON.stringify(CALLS)),
    );
    expect(report.version).toBe(version);
    expect(report.tools).toEqual(TOOLS);
    expect(report.results).toMatchObject(CALLS.map(([name]) => ({ name, isError: false })));
    expect(report.results[1].structuredContent).toMatchObject({ messages: [{ body: "fixture" }] });
  },
);
