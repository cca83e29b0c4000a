import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { onTestFinished, vi } from "vitest";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import { launchContract } from "#agent-cli/launch.contract.ts";
import { type AgentEvent, type ReportFixture, reportContract } from "#agent-cli/report.contract.ts";
import { fileRelayStore } from "#store/files/relay-store.ts";
import { send, testRoster } from "#store/store-fixture.contract.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { ovldExtension } from "./extension/extension.ts";
import { pi } from "./pi.ts";
import { playedPi } from "./played-pi.contract.ts";
import { piSenses } from "./senses.ts";

launchContract((program) => pi({ program, extension: "/o/pi-extension.js" }));
reportContract(extendedAgent);

const conversations = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"] as const;
const STAND_IN = resolve("test/fixtures/stand-in-relay.mjs");

/** An agent whose extension gets pi's events in this process. */
async function extendedAgent(): Promise<ReportFixture> {
  const folder = await temporaryFolder();
  const paths = { role: "inferno", folder: folder.path, relay: join(folder.path, "relay") };
  const files = exchangePaths(paths);
  const store = fileRelayStore(paths.relay);
  await store.initialise(testRoster);
  const relay = { command: process.execPath, args: [STAND_IN], env: {} };
  for (const { path, content } of pi({ program: "pi" }).files({ paths, relay, lang: "en", ritual: "# Inferno\n" })) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  const played = playedPi();
  await ovldExtension({ paths, relay, lang: "en", ritual: "# Inferno\n" })(played.api);
  const fileOf = (id: string) => join(files.hooksFolder, `${id}.jsonl`);
  const events: Record<AgentEvent, () => Promise<unknown>> = {
    start: () => played.fire("session_start", { reason: "startup" }, { file: fileOf(conversations[0]) }),
    turn: () => played.fire("agent_start", {}, { isIdle: false }),
    "tool-batch": () => played.fire("turn_end", { toolResults: [{}] }),
    async question() {
      const asking = played.fire("tool_call", { toolName: "bash", input: { command: "echo" } });
      await vi.waitUntil(() => played.questions.length > 0);
      played.answers.push(asking);
    },
    limit: () =>
      played.fire("agent_end", { messages: [{ stopReason: "error", errorMessage: "429 rate limit reached" }] }),
    "turn-end": () => played.fire("agent_end", { messages: [{ stopReason: "stop" }] }, { isIdle: true }),
    async clear() {
      await played.fire("session_shutdown", { reason: "new" });
      await played.fire("session_start", { reason: "new" }, { file: fileOf(conversations[1]) });
    },
    end: () => played.fire("session_shutdown", { reason: "quit" }),
  };
  const end = async () => {
    await played.end();
    await folder[Symbol.asyncDispose]();
  };
  onTestFinished(end);
  return {
    ...{ senses: piSenses(), paths, process: process.pid, conversations },
    async play(event) {
      await events[event]();
    },
    async wait() {
      return { woken: vi.waitUntil(() => played.said.at(-1), { timeout: 10_000 }) };
    },
    async mail() {
      await store.pending.mark("inferno", await send(store));
    },
    [Symbol.asyncDispose]: end,
  };
}
