import { statSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { skipFor } from "#test/support/programs.ts";
import { type Agent, startAgent } from "./agent.ts";
import { processesWith, waitHooksAt } from "./agent-processes.ts";
import { withoutClaude } from "./claude-code.ts";
import { say } from "./scripted-model.ts";

/** Resolves with the pid of a new wait hook that has replaced the one before. */
async function nextWaitHook({ hooks }: Agent, before: number | undefined): Promise<number> {
  const next = () => waitHooksAt(hooks.fifo).find((pid) => pid !== before);
  return vi.waitUntil(next, { timeout: 20_000, interval: 20 });
}

/** Waits for the hook at the end of the turn, which would otherwise announce new mail itself. */
async function hasRested({ hooks }: Agent): Promise<void> {
  const steps = () => statSync(hooks.steps, { throwIfNoEntry: false })?.size ?? 0;
  const isOver = () => steps() >= 2 && processesWith("argv", hooks.hooksFolder).length === 1;
  await vi.waitUntil(isOver, { timeout: 20_000, interval: 20 });
}

const ritual = '# Inferno\n\nYou are "the fire" 炎.';

test.for([
  ["/clear", "en", "Your ritual, once more"],
  ["/compact", "ja", "儀式をもう一度"],
] as const)(
  "after %s the agent gets its ritual and its unread mail again (%s)",
  {
    timeout: 90_000,
  },
  async ([command, lang, words], context) => {
    skipFor(context, withoutClaude);
    await using agent = await startAgent({ lang, script: () => say("Done.") });
    const { model, hooks, store } = agent;
    const [first] = waitHooksAt(hooks.fifo);
    await agent.order("Hello.");
    const waitHook = await nextWaitHook(agent, first);
    await hasRested(agent);
    await store.pending.mark("inferno", { id: "0", from: "storm", priority: "normal" });
    const before = model.requests.length;
    await agent.order(command);
    const { said } = await model.receives("[MESSAGE from storm]", before);
    expect(said).toContain(words);
    expect(said.replaceAll("\\n", "\n").replaceAll('\\"', '"')).toContain(ritual);
    await nextWaitHook(agent, waitHook);
  },
);
