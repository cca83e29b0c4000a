import { expect, test, vi } from "vitest";
import { skipFor } from "#test/programs.ts";
import { ROLE, reader, startAgent, TOLD_OF_MAIL } from "./agent.ts";
import { withoutClaude } from "./claude-code.ts";
import { type Script, say, use } from "./scripted-model.ts";

const WAIT = { timeout: 30_000, interval: 50 };
const CHARGE = "CHARGE of a subagent";

test("a subagent does not get its agent's mail: it is told why, and the agent reads it itself", {
  timeout: 90_000,
}, async (context) => {
  skipFor(context, withoutClaude);
  const refusals: string[] = [];
  let unread = 0;
  const script: Script = async (request) => {
    const inbox = request.tools.find((name) => name.endsWith("check_inbox")) ?? "";
    if (TOLD_OF_MAIL.test(request.said) && refusals.length === 0)
      return use("Agent", { description: "help", prompt: CHARGE, subagent_type: "general-purpose" });
    if (!TOLD_OF_MAIL.test(request.earlier) && (request.said + request.earlier).includes(CHARGE)) {
      if (request.results.length === 0) return use(inbox, {});
      unread = await agent.store.mail.countUnread(ROLE);
      refusals.push(...request.results);
      return say("It is not mine to read.");
    }
    return request.said.includes("It is not mine to read.") ? use(inbox, {}) : reader(request);
  };
  await using agent = await startAgent({ script });
  await agent.write("the order");
  await vi.waitUntil(async () => (await agent.store.mail.history()).at(0)?.state === "acked", WAIT);
  expect(refusals.join()).toContain("This mail is for the agent that started you.");
  expect(unread).toBe(1);
  expect(agent.model.requests.filter(({ results }) => results.join().includes("the order"))).toHaveLength(1);
});
