import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { transcriptCalls } from "./transcript-calls.ts";

async function fixture() {
  const { path, ...disposal } = await temporaryFolder();
  const paths: AgentPaths = { role: "inferno", folder: path, relay: join(path, "relay") };
  const { hooksFolder, transcripts } = exchangePaths(paths);
  await mkdir(hooksFolder, { recursive: true });
  const file = join(path, "conversation.jsonl");
  const isNamed = () => appendFile(transcripts, `${JSON.stringify(file).slice(1, -1)}\n`);
  return { ...disposal, path, file, isNamed, transcript: transcriptCalls(paths) };
}

const entry = (type: string, ...content: object[]) => `${JSON.stringify({ type, message: { content } })}\n`;
const asked = (id: string) => entry("assistant", { type: "tool_use", name: "t", input: {}, id });
const failed = (id: string) =>
  entry("user", { type: "tool_result", tool_use_id: id, content: "[Request interrupted by user]", is_error: true });
const answered = (id: string) => entry("user", { type: "tool_result", tool_use_id: id, content: "c" });

test("a call is recorded first as requested, then with its answer", async () => {
  await using here = await fixture();
  const { file, transcript } = here;
  expect(await transcript.look("a")).toBeUndefined();
  await here.isNamed();
  expect(await transcript.look("a")).toEqual({ kept: undefined, hasOthers: false });
  await writeFile(file, asked("a"));
  expect(await transcript.look("a")).toEqual({ kept: "asked", hasOthers: false });
  expect(await transcript.look("b")).toEqual({ kept: undefined, hasOthers: true });
  await appendFile(file, asked("b") + answered("a"));
  expect(await transcript.look("a")).toEqual({ kept: "answered", hasOthers: true });
  await appendFile(file, failed("b"));
  expect(await transcript.look("b")).toMatchObject({ kept: "failed" });
});

test("requests, damaged lines and text about a call are no calls", async () => {
  await using here = await fixture();
  await here.isNamed();
  const odd = [
    entry("api-request-blob", { type: "tool_use", id: "a" }),
    entry("assistant", { type: "text", text: '"tool_use" a' }),
    entry("user", { type: "tool_result", tool_use_id: 7 }, { type: "tool_use", id: "a" }),
    entry("system", { type: "tool_use", id: "a" }),
    '{"type":"assistant","message":{"content":[{"type":"tool_use","id":"a"\n',
    '{"type":"assistant","message":{"content":[null,"tool_use"]}}\n',
    '{"type":"assistant","message":null,"id":"tool_use"}\n',
    'null "tool_use"\n',
  ];
  await writeFile(here.file, odd.join(""));
  expect(await here.transcript.look("a")).toEqual({ kept: undefined, hasOthers: false });
});

test("only the end of a long transcript is read, and subagents' transcripts too", async () => {
  await using here = await fixture();
  const { path, file, transcript } = here;
  await here.isNamed();
  const long = entry("user", { type: "text", text: "x".repeat(9 * 1024 * 1024) });
  await writeFile(file, asked("old") + long + asked("new"));
  expect(await transcript.look("old")).toMatchObject({ kept: undefined });
  expect(await transcript.look("new")).toMatchObject({ kept: "asked" });
  await mkdir(join(path, "conversation", "subagents"), { recursive: true });
  await writeFile(join(path, "conversation", "subagents", "agent-1.jsonl"), asked("sub"));
  expect(await transcript.look("sub")).toMatchObject({ kept: "asked" });
});

test("concurrent queries both get the answer", async () => {
  await using here = await fixture();
  await here.isNamed();
  await writeFile(here.file, asked("a") + answered("b"));
  const traces = await Promise.all(["a", "b"].map(here.transcript.look));
  expect(traces.map((trace) => trace?.kept)).toEqual(["asked", "answered"]);
});

test("Claude Code sends a call's id in the request's metadata", async () => {
  await using here = await fixture();
  expect(here.transcript.callIn({ "claudecode/toolUseId": "toolu_1", progressToken: 1 })).toBe("toolu_1");
  for (const meta of [undefined, {}, { "claudecode/toolUseId": 7 }])
    expect(here.transcript.callIn(meta)).toBeUndefined();
});
