import { expect, test, vi } from "vitest";
import { skipFor } from "#test/support/programs.ts";
import { startAgent } from "./agent.ts";
import { withoutClaude } from "./claude-code.ts";

const WAIT = { timeout: 30_000, interval: 50 };

test("the model gets all mail, also with many messages and with one of the maximum length", {
  timeout: 120_000,
}, async (context) => {
  skipFor(context, withoutClaude);
  await using agent = await startAgent();
  const areAcked = (count: number) =>
    vi.waitUntil(async () => {
      const states = (await agent.store.mail.all()).map(({ state }) => state);
      return states.length === count && states.every((state) => state === "acked");
    }, WAIT);
  const toldOf = (mark: string) => agent.model.requests.some(({ results }) => results.join().includes(mark));

  const heap = Array.from(
    { length: 30 },
    (_, index) => `order ${index} begins ${"語 and ".repeat(400)} order ${index} ends`,
  );
  for (const body of heap) await agent.write(body);
  await areAcked(heap.length);
  for (const index of heap.keys()) expect(toldOf(`order ${index} ends`), `${index}`).toBe(true);

  await agent.write(`${"x".repeat(255 * 1024)} the long one ends`);
  await areAcked(heap.length + 1);
  expect(toldOf("the long one ends")).toBe(true);
});
