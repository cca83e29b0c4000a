import { kill } from "node:process";
import { expect, test, vi } from "vitest";
import { skipFor } from "#test/support/programs.ts";
import { startAgent } from "./agent.ts";
import { processesWith, waitHooksAt } from "./agent-processes.ts";
import { withoutClaude } from "./claude-code.ts";

const soon = { timeout: 20_000, interval: 20 };

test("a wait hook ends with its agent's relay; the agent keeps running and is not gone", {
  timeout: 90_000,
}, async (context) => {
  skipFor(context, withoutClaude);
  await using agent = await startAgent();
  const { hooks, port, paths } = agent;
  const [relay = 0] = agent.relays();
  kill(relay, "SIGKILL");
  await vi.waitUntil(() => processesWith("argv", hooks.hooksFolder).length === 0, soon);
  expect((await agent.write("an order")).delivery.state).toBe("queued");
  expect((await port.mood(paths)).mood).toBe("ready");
});

test("a killed agent leaves no process and is gone", { timeout: 90_000 }, async (context) => {
  skipFor(context, withoutClaude);
  await using agent = await startAgent();
  const { hooks, port, paths } = agent;
  expect(waitHooksAt(hooks.fifo)).toHaveLength(1);
  kill(await agent.terminal.pid(), "SIGKILL");
  await vi.waitUntil(() => processesWith("argv", hooks.hooksFolder).length + agent.relays().length === 0, soon);
  expect((await port.mood(paths)).mood).toBe("gone");
  expect((await agent.write("an order")).delivery).toMatchObject({ state: "queued", why: "no-agent" });
});

test("an agent that exits reports it, and its wait hook ends", { timeout: 90_000 }, async (context) => {
  skipFor(context, withoutClaude);
  await using agent = await startAgent();
  const { hooks, port, paths } = agent;
  await agent.order("/exit");
  expect(await agent.terminal.ended()).toBe(0);
  expect((await port.mood(paths)).mood).toBe("gone");
  await vi.waitUntil(() => processesWith("argv", hooks.hooksFolder).length + agent.relays().length === 0, soon);
});
