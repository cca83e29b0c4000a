import { expect, test, vi } from "vitest";
import type { RelayStore } from "#store/relay-store.ts";
import { skipFor } from "#test/support/programs.ts";
import { reader, startAgent } from "./agent.ts";
import { withoutClaude } from "./claude-code.ts";
import type { Script } from "./scripted-model.ts";

const WAIT = { timeout: 30_000, interval: 50 };

/**
 * Claude Code runs tools while its model is still streaming. Their results must not get lost with an answer that is cut
 * off.
 */
test.for([
  ["the connection ends", undefined],
  ["the API is overloaded", "overloaded_error"],
] as const)(
  "mail that was read before the model's stream broke reaches the model: %s",
  {
    timeout: 90_000,
  },
  async ([, error], context) => {
    skipFor(context, withoutClaude);
    let store: RelayStore | undefined;
    const state = async () => (await store?.mail.all())?.at(0)?.state;
    let hasBrokenOff = false;
    const script: Script = async (request) => {
      const answer = await reader(request);
      if (hasBrokenOff || !Array.isArray(answer) || answer[0]?.type !== "tool_use") return answer;
      hasBrokenOff = true;
      return { begins: answer, until: vi.waitUntil(async () => (await state()) === "read", WAIT), error };
    };
    await using agent = await startAgent({ script });
    store = agent.store;
    await agent.write("the order");
    await vi.waitUntil(async () => (await state()) === "acked", WAIT);
    expect(hasBrokenOff).toBe(true);
    expect(agent.model.requests.filter(({ said }) => said.includes("the order"))).toHaveLength(1);
  },
);
