import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import { playedPi } from "#agent-cli/pi/played-pi.contract.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { ovldExtension } from "./extension.ts";
import { needsPermission } from "./permission.ts";

const STAND_IN = resolve("test/fixtures/stand-in-relay.mjs");

async function extended({ command = process.execPath, ...flags }: { command?: string; autonomy?: string } = {}) {
  const folder = await temporaryFolder();
  const paths = { role: "storm", folder: folder.path, relay: join(folder.path, "relay") };
  const files = exchangePaths(paths);
  await mkdir(files.hooksFolder, { recursive: true });
  await mkdir(join(paths.relay, "pending"), { recursive: true });
  const played = playedPi({ "ovld-autonomy": flags.autonomy });
  const relay = { command, args: [STAND_IN], env: {} };
  await ovldExtension({ paths, relay, lang: "en", ritual: "# Storm\n" })(played.api);
  onTestFinished(async () => {
    await played.end();
    await folder[Symbol.asyncDispose]();
  });
  return {
    ...{ files, played },
    call: (name: string, input: object, signal?: AbortSignal) =>
      played.tools.find((tool) => tool.name === name)?.execute("call_1", input, signal),
    mark: (newest: string, suffix = "") =>
      writeFile(`${files.mark}${suffix}`, `[MESSAGE from user] ${newest}\n{"newest":"${newest}"}\n`),
  };
}

const start = { reason: "startup" } as const;
const rest = { messages: [{ stopReason: "stop" }] };

test("the relay's tools are pi's; a call names its id, and a failed one throws the relay's text", async () => {
  const { played, call } = await extended();
  expect(played.tools.map(({ name }) => name)).toEqual(["echo", "fail"]);
  const said = JSON.parse((await call("echo", { a: 1 }))?.content[0]?.text ?? "");
  expect(said).toMatchObject({ name: "echo", arguments: { a: 1 }, _meta: { "ovld/toolCallId": "call_1" } });
  await expect(call("fail", {})).rejects.toThrow('"fail"');
  const stopped = new AbortController();
  stopped.abort();
  await expect(call("echo", {}, stopped.signal)).rejects.toThrow("cancelled");
});

test("a relay that dies fails its call, and the next call starts another one", async () => {
  const { call } = await extended();
  const pid = async () => JSON.parse((await call("echo", {}))?.content[0]?.text ?? "").pid as number;
  const first = await pid();
  await expect(call("echo", { die: true })).rejects.toThrow("the relay has ended");
  expect(await pid()).not.toBe(first);
});

test("without a relay the agent runs, without its tools", async () => {
  const { played } = await extended({ command: "/nowhere/node" });
  await played.fire("session_start", start);
  expect(played.tools).toEqual([]);
});

test("mail is announced once at a rest, and again by each wake-up", async () => {
  const { played, mark, files } = await extended();
  await played.fire("session_start", start);
  await mark("m1");
  await played.fire("agent_end", rest);
  await vi.waitFor(() => expect(played.said).toEqual(["[MESSAGE from user] m1"]));
  await played.fire("agent_end", rest);
  await mark("m2");
  await played.fire("agent_end", rest);
  await vi.waitFor(() => expect(played.said).toEqual(["[MESSAGE from user] m1", "[MESSAGE from user] m2"]));
  await writeFile(files.fifo, "!\n");
  await vi.waitFor(() => expect(played.said).toHaveLength(3));
  await mark("now", ".urgent");
  await writeFile(files.fifo, "!\n");
  await vi.waitFor(() => expect(played.said.at(-1)).toBe("[MESSAGE from user] now"));
  await rm(files.mark);
  await rm(`${files.mark}.urgent`);
  await played.fire("agent_end", rest);
  expect(played.said).toHaveLength(4);
});

test("mail from before the start is announced", async () => {
  const { played, mark } = await extended();
  await mark("m1");
  await played.fire("session_start", start);
  expect(played.said).toEqual(["[MESSAGE from user] m1"]);
});

test("a parked agent is told of no mail and uses no tool", async () => {
  const { played, mark, files } = await extended({ autonomy: "full" });
  await played.fire("session_start", start);
  await writeFile(files.parked, "token limit\n");
  await mark("m1");
  await played.fire("agent_end", rest);
  const blocked = await played.fire("tool_call", { toolName: "bash", input: {} });
  expect(blocked).toEqual({ block: true, reason: "token limit" });
  expect([played.aborts(), played.said]).toEqual([1, []]);
});

test("a person allows a tool or does not", async () => {
  const { played } = await extended({ autonomy: "ask" });
  for (const [isAllowed, result] of [
    [true, undefined],
    [false, { block: true, reason: "The user did not allow this tool." }],
  ] as const) {
    const asking = played.fire("tool_call", { toolName: "bash", input: { command: "rm -rf /" } });
    played.allow(isAllowed);
    expect(await asking).toEqual(result);
  }
  expect(played.questions).toEqual(["Allow bash?", "Allow bash?"]);
  expect(await played.fire("tool_call", { toolName: "read", input: {} })).toBeUndefined();
  expect(await played.fire("tool_call", { toolName: "echo", input: {} })).toBeUndefined();
});

test.each([
  ["ask", ["edit", "write", "bash", "other"]],
  ["edits", ["bash", "other"]],
  ["full", []],
  [undefined, ["edit", "write", "bash", "other"]],
])("autonomy %s asks for %j", (autonomy, asked) => {
  const tools = ["read", "grep", "find", "ls", "edit", "write", "bash", "other", "send_message"];
  expect(tools.filter((tool) => needsPermission(tool, autonomy, new Set(["send_message"])))).toEqual(asked);
});

test("the relay's instructions come with each turn, and the ritual once after it was lost", async () => {
  const { played } = await extended();
  const turn = async () => (await played.fire("before_agent_start", { systemPrompt: "Base." })) as { message?: object };
  await played.fire("session_start", start);
  expect(await turn()).toEqual({ systemPrompt: "Base.\n\nUse echo." });
  for (const lost of ["session_compact", "session_start"] as const) {
    await played.fire(lost, { reason: "new" });
    expect((await turn()).message).toMatchObject({ content: expect.stringContaining("# Storm"), display: false });
    expect((await turn()).message).toBeUndefined();
  }
});
