import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { claudeMeter } from "#agent-cli/claude/meter.ts";
import { skipFor } from "#test/support/programs.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { reader, startAgent } from "./agent.ts";
import { withoutClaude } from "./claude-code.ts";
import { type Answer, type Script, say, use } from "./scripted-model.ts";

/** Calls tool after tool until it is stopped. */
const worker: Script = ({ said, results, tools }) => {
  const bash = tools.find((name) => name === "Bash");
  const isAtWork = said.includes("WORK") || results.length > 0;
  return bash && isAtWork ? use(bash, { command: "echo step", description: "A step" }) : say("Done.");
};

const PATIENCE = { timeout: 60_000, interval: 100 };

test("a real agent out of tokens is parked by its relay, takes no prompt, and continues when the limit is raised", {
  timeout: 240_000,
}, async (context) => {
  skipFor(context, withoutClaude);
  await using agent = await startAgent({
    script: worker,
    limits: { tokensPerRole: 60, tokensTotal: 0, resume: false },
  });
  const { port, paths, model, terminal, army, store } = agent;
  const shown = async (times: number) => {
    const screen = await terminal.screen();
    const found = screen.replaceAll(/\s+/g, " ").split("token limit of this role").length - 1;
    if (found < times) throw new Error(`the reason is shown ${found} times:\n${screen}`);
    return found;
  };
  await agent.order("WORK");
  await vi.waitUntil(async () => (await port.mood(paths)).mood === "parked", PATIENCE);
  const before = await vi.waitFor(() => shown(1), PATIENCE);
  const used = await claudeMeter(paths)();
  expect([used.input % 10, used.output % 10]).toEqual([0, 0]);
  expect(used.input + used.output).toBeGreaterThanOrEqual(60);
  expect(used.output).toBeLessThanOrEqual(10 * model.requests.length);
  await vi.waitUntil(async () => (await store.mail.countUnread("strategist")) === 1, PATIENCE);

  const stopped = model.requests.length;
  await agent.order("MORE");
  await vi.waitFor(() => shown(before + 1), PATIENCE);
  expect(model.requests.length).toBe(stopped);

  await mkdir(dirname(army.paths.config), { recursive: true });
  await writeFile(army.paths.config, "[limits]\ntokens_per_role = 1000000\n");
  await vi.waitUntil(
    () => model.requests.slice(stopped).some(({ said }) => said.includes("[MESSAGE from ovld]")),
    PATIENCE,
  );
});

test("a real agent at its usage limit is not ready while idle or after /clear, and is told to continue when the limit is over", {
  timeout: 240_000,
}, async (context) => {
  skipFor(context, withoutClaude);
  await using folder = await temporaryFolder();
  const { scripts, unreadInput } = await recordingHooks(folder.path);
  let end = 0;
  await using agent = await startAgent({
    ...{ scripts, idleAfter: 1000, limits: { tokensPerRole: 0, tokensTotal: 0, resume: true } },
    script(request) {
      if (!request.said.includes("LIMIT") || request.said.includes("[MESSAGE from ovld]")) return reader(request);
      end = nextMinute(Date.now() + 20_000);
      return overLimit(end);
    },
  });
  const { port, paths, hooks, model } = agent;
  await agent.order("LIMIT");
  await vi.waitUntil(async () => (await port.mood(paths)).mood === "limited", PATIENCE);
  const limited = await port.mood(paths);
  expect(limited.until).toBe(new Date(end).toISOString());
  await vi.waitUntil(async () => (await unreadInput()).includes("idle_prompt"), PATIENCE);
  expect(Date.now()).toBeLessThan(end);
  expect(await port.mood(paths)).toEqual(limited);
  const conversation = () => readFile(hooks.conversation, "utf8");
  const before = await conversation();
  await agent.order("/clear");
  await vi.waitUntil(async () => (await conversation()) !== before, PATIENCE);
  await vi.waitUntil(() => model.requests.some(({ said }) => said.includes("[MESSAGE from ovld]")), {
    ...{ timeout: 120_000, interval: 100 },
  });
  expect(Date.now()).toBeGreaterThanOrEqual(end);
});

/** Hooks whose mood script records its unread input after it is done. */
async function recordingHooks(folder: string): Promise<{ scripts: string; unreadInput(): Promise<string> }> {
  const [scripts, log] = [join(folder, "hooks"), join(folder, "unread-input")];
  await cp(resolve("dist/hooks"), scripts, { recursive: true });
  const mood = join(scripts, "mood.sh");
  const text = await readFile(mood, "utf8");
  await writeFile(mood, text.replace("\n", `\ntrap 'cat >>"${log}"' EXIT\n`));
  await writeFile(log, "");
  return { scripts, unreadInput: () => readFile(log, "utf8") };
}

function nextMinute(after: number): number {
  return Math.ceil(after / 60_000) * 60_000;
}

/** A time as Claude Code prints it. */
function overLimit(end: number): Answer {
  const [hour, minute] = new Date(end).toISOString().slice(11, 16).split(":").map(Number) as [number, number];
  const shown = `${hour % 12 || 12}:${String(minute).padStart(2, "0")}${hour < 12 ? "am" : "pm"} (UTC)`;
  return {
    status: 429,
    headers: { "x-should-retry": "false", "anthropic-ratelimit-unified-status": "rejected" },
    body: { type: "error", error: { type: "rate_limit_error", message: `Session limit · resets ${shown}` } },
  };
}
