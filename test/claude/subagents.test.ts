import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { skipFor } from "#test/support/programs.ts";
import { ROLE, reader, startAgent, TOLD_OF_MAIL } from "./agent.ts";
import { withoutClaude } from "./claude-code.ts";
import { type Script, say, use } from "./scripted-model.ts";

const WAIT = { timeout: 30_000, interval: 50 };
const CHARGE = "CHARGE of a subagent";

test("a subagent is denied its agent's mail with the reason, and the agent reads it itself", {
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
  await vi.waitUntil(async () => (await agent.store.mail.all()).at(0)?.state === "acked", WAIT);
  expect(refusals.join()).toContain("This mail is for the agent that started you.");
  expect(unread).toBe(1);
  expect(agent.model.requests.filter(({ results }) => results.join().includes("the order"))).toHaveLength(1);
});

test("a subagent's message is sent once it is in the subagent's transcript", {
  timeout: 90_000,
}, async (context) => {
  skipFor(context, withoutClaude);
  const script: Script = ({ said, earlier, tools, results }) => {
    if (said.includes(`ask for ${CHARGE}`))
      return use("Agent", { description: "help", prompt: CHARGE, subagent_type: "general-purpose" });
    if (earlier.includes("ask for") || results.length > 0) return say("Done.");
    const send = tools.find((name) => name.endsWith("send_message")) ?? "";
    return use(send, { to: "storm", subject: "help", body: "from a subagent" });
  };
  await using agent = await startAgent({ script });
  await agent.order(`ask for ${CHARGE}`);
  await vi.waitUntil(async () => (await agent.store.mail.countUnread("storm")) === 1, WAIT);
  const log = readFileSync(join(agent.paths.folder, "logs", `relay-${ROLE}.log`), "utf8");
  expect(log).not.toContain("call-not-recorded");
});
