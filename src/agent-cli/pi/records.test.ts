import { appendFile, copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { conversationFile, conversationIn } from "./conversation-file.ts";
import { piConversations } from "./conversations.ts";
import { piMeter } from "./meter.ts";
import { transcriptCalls } from "./transcript-calls.ts";

const ID = "00000000-0000-4000-8000-000000000001";
/** A conversation of pi 0.74.2: a command, its result and two answers. */
const RECORDED = "test/fixtures/pi-conversation.jsonl";

async function fixture() {
  const folder = await temporaryFolder();
  const paths = { role: "storm", folder: folder.path, relay: join(folder.path, "relay") };
  const { hooksFolder, transcripts } = exchangePaths(paths);
  await mkdir(hooksFolder, { recursive: true });
  const file = join(hooksFolder, `${ID}.jsonl`);
  return {
    ...{ paths, hooksFolder, file },
    async record(from = RECORDED) {
      await copyFile(from, file);
      await writeFile(transcripts, `${JSON.stringify(file).slice(1, -1)}\n`);
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

test("tokens of a recorded conversation count once, also when it is repeated", async () => {
  await using w = await fixture();
  await w.record();
  const meter = piMeter(w.paths);
  const used = { input: 30, output: 15, cacheRead: 0, cacheWrite: 0 };
  expect(await meter()).toEqual(used);
  await appendFile(w.file, '{"id":"51089b77","message":{"role":"assistant","usage":{"input":10}}}\nno JSON "usage"\n');
  expect(await meter()).toEqual(used);
});

test("a recorded call is answered, a later one is asked, and one with an error failed", async () => {
  await using w = await fixture();
  const calls = transcriptCalls(w.paths);
  expect(await calls.look("call_1")).toBeUndefined();
  await w.record();
  expect(await calls.look("call_1")).toEqual({ kept: "answered", hasOthers: false });
  const asked = { role: "assistant", content: [{ type: "toolCall", id: "call_2" }] };
  await appendFile(w.file, `${JSON.stringify({ message: asked })}\n`);
  expect(await calls.look("call_2")).toEqual({ kept: "asked", hasOthers: true });
  const failed = { role: "toolResult", toolCallId: "call_2", isError: true };
  await appendFile(w.file, `${JSON.stringify({ message: failed })}\n"toolCall"\n`);
  expect(await calls.look("call_2")).toEqual({ kept: "failed", hasOthers: true });
  expect(calls.callIn({ "ovld/toolCallId": "call_2" })).toBe("call_2");
  expect(calls.callIn(undefined)).toBeUndefined();
});

test("a conversation has begun once its file exists, also under the name that `/new` gives it", async () => {
  await using w = await fixture();
  const kept = piConversations();
  expect(await kept.isBegun(ID, w.paths)).toBe(false);
  await w.record();
  expect(await kept.isBegun(ID, w.paths)).toBe(true);
  const later = "01a1f5e4-a1e2-712a-afe7-f908de216f6d";
  const named = join(w.hooksFolder, `2026-11-19T22-19-24-002Z_${later}.jsonl`);
  await writeFile(named, "{}\n");
  expect([conversationFile(w.paths, later), conversationIn(named)]).toEqual([named, later]);
  expect(conversationIn("/x/notes.jsonl")).toBeUndefined();
});
