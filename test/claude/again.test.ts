import { expect, test, vi } from "vitest";
import { startAgent } from "./agent.ts";
import { withoutClaude } from "./claude-code.ts";
import { say } from "./scripted-model.ts";
import { waitersAt } from "./waiters.ts";

const patience = { timeout: 20_000, interval: 20 };

const ritual = '# Inferno\n\nYou are "the fire" 炎.';

test.for([
  ["/clear", "en", "Your ritual, once more"],
  ["/compact", "ja", "儀式をもう一度"],
] as const)(
  "after %s the agent has its ritual and its open mail again (%s)",
  {
    timeout: 90_000,
  },
  async ([command, lang, words], context) => {
    context.skip(Boolean(withoutClaude), withoutClaude || undefined);
    await using agent = await startAgent({ lang, script: () => say("Done.") });
    const { model, places, store } = agent;
    await agent.order("Hello.");
    await model.hears("Hello.");
    await vi.waitUntil(async () => (await agent.bell.mood(agent.place)).mood === "ready", patience);
    const [waiter] = await vi.waitUntil(() => waitersAt(places.ring).length === 1 && waitersAt(places.ring), patience);
    await store.pending.mark("inferno", { id: "0", from: "storm", priority: "normal" });
    const before = model.requests.length;
    await agent.order(command);
    const { said } = await model.hears("[MESSAGE from storm]", before);
    expect(said).toContain(words);
    expect(said.replaceAll("\\n", "\n").replaceAll('\\"', '"')).toContain(ritual);
    const isAnother = (found: number[]) => found.length === 1 && found[0] !== waiter;
    await vi.waitUntil(() => isAnother(waitersAt(places.ring)), patience);
  },
);
