import { expect, test, vi } from "vitest";
import { composerOf } from "#agent-cli/claude/composer.ts";
import { skipFor } from "#test/support/programs.ts";
import { percentile } from "../../bench/measure.ts";
import { startAgent } from "./agent.ts";
import { waitHooksAt } from "./agent-processes.ts";
import { withoutClaude } from "./claude-code.ts";

const ROUNDS = 30;
const DRAFT = "a thought of mine, half typed";

test("an idle agent is woken by its wait hook thirty times without a keystroke, and a person's draft is unchanged", {
  timeout: 180_000,
}, async (context) => {
  skipFor(context, withoutClaude);
  await using agent = await startAgent({ hasMod: false });
  const { model, terminal, port, paths, hooks } = agent;
  await terminal.type(DRAFT);
  await terminal.sees(DRAFT);
  const times: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    await vi.waitUntil(() => waitHooksAt(hooks.fifo).length === 1, { timeout: 20_000, interval: 5 });
    const from = model.requests.length;
    const { delivery } = await agent.write(`order ${round}`);
    const { at } = await model.receives("[MESSAGE from strategist] You have mail: call check_inbox.", from);
    // The resender of the agent's relay may have woken the agent first, which leaves nothing to measure.
    if (delivery.state === "woken") times.push(at - agent.wokenAt());
    await model.receives(`order ${round}`, from);
    await vi.waitUntil(async () => (await port.mood(paths)).mood === "ready", { timeout: 20_000, interval: 5 });
  }
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(times, share).toFixed(0));
  expect(times.length).toBeGreaterThan(ROUNDS * 0.8);
  console.log(`wake-up to the next model request, ${times.length} times: p50 ${p50} ms, p99 ${p99} ms`);
  expect(composerOf({ screen: await terminal.colouredScreen() })).toEqual({ state: "draft", text: DRAFT });
  expect(model.requests.filter(({ said }) => said.includes(DRAFT))).toEqual([]);
  expect(await agent.store.mail.countUnread("inferno")).toBe(0);
});

test("mail from before an agent's start wakes it once, as soon as it can read", {
  timeout: 90_000,
}, async (context) => {
  skipFor(context, withoutClaude);
  await using agent = await startAgent({ unread: "an early order" });
  const { model, port, paths, hooks } = agent;
  const { tools } = await model.receives("[MESSAGE from strategist] You have mail: call check_inbox.");
  expect(tools).toContain("mcp__ovld-relay__check_inbox");
  await model.receives("an early order");
  await vi.waitUntil(() => waitHooksAt(hooks.fifo).length === 1, { timeout: 20_000, interval: 20 });
  await vi.waitUntil(async () => (await port.mood(paths)).mood === "ready", { timeout: 20_000, interval: 20 });
  expect(model.requests).toHaveLength(2);
});
