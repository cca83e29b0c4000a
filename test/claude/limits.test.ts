import { expect, test, vi } from "vitest";
import { claudeMeter } from "#agent-cli/claude/meter.ts";
import { startAgent } from "./agent.ts";
import { withoutClaude } from "./claude-code.ts";
import { type Script, say, use } from "./scripted-model.ts";

/** Works until it is stopped. */
const worker: Script = ({ said, tools }) => {
  if (!said.includes("WORK") && !said.includes("tool_result") && !said.includes("step")) return say("Done.");
  const bash = tools.find((name) => name === "Bash");
  return bash ? use(bash, { command: "echo step", description: "A step" }) : say("Done.");
};

test("what the real agent used is counted, and one that is parked stops at its next step and goes on later", {
  timeout: 120_000,
}, async (context) => {
  context.skip(Boolean(withoutClaude), withoutClaude || undefined);
  await using agent = await startAgent({ script: worker });
  const { bell, place, model, terminal } = agent;
  const meter = claudeMeter(place);
  await agent.order("WORK");
  await vi.waitUntil(() => model.requests.length >= 3, { timeout: 30_000 });
  await vi.waitUntil(async () => (await meter()).output >= 30, { timeout: 30_000 });
  const used = await meter();
  expect(used.output % 10).toBe(0);
  expect(used.output).toBeLessThanOrEqual(10 * model.requests.length);

  await bell.park(place, "all tokens are used 炎");
  await terminal.sees("all tokens are used");
  expect(await bell.mood(place)).toMatchObject({ mood: "parked", detail: "all tokens are used 炎" });
  const stopped = model.requests.length;
  await agent.write("are you there?");
  await agent.order("WORK more");
  await vi.waitUntil(async () => (await terminal.screen()).split("all tokens are used").length > 2, {
    timeout: 30_000,
  });
  expect(model.requests.length).toBe(stopped);

  await bell.park(place, undefined);
  expect((await bell.mood(place)).mood).toBe("ready");
  await agent.order("and now?");
  await model.hears("and now?", stopped);
});
