import { expect, test, vi } from "vitest";
import { startAgent } from "./agent.ts";
import { withoutClaude } from "./claude-code.ts";
import { say } from "./scripted-model.ts";
import { waitersAt } from "./waiters.ts";

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
    const { model, terminal, places, store } = agent;
    await agent.order("Hello.");
    await model.hears("Hello.");
    await vi.waitUntil(async () => (await agent.bell.mood(agent.place)).mood === "ready");
    const [waiter] = await vi.waitUntil(() => waitersAt(places.ring).length === 1 && waitersAt(places.ring));
    await store.pending.mark("inferno", { id: "0", from: "storm", priority: "normal" });
    const before = model.requests.length;
    await terminal.type(command);
    await terminal.sees(`❯ ${command}`);
    await terminal.press("Enter");
    const { said } = await model.hears("[MESSAGE from storm]", before);
    expect(said).toContain(words);
    expect(said.replaceAll("\\n", "\n").replaceAll('\\"', '"')).toContain(ritual);
    await vi.waitUntil(() => waitersAt(places.ring).length === 1 && !waitersAt(places.ring).includes(waiter ?? 0));
  },
);
