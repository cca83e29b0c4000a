import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, test, vi } from "vitest";
import { claudeMeter } from "#agent-cli/claude/meter.ts";
import { skipFor } from "#test/programs.ts";
import { startAgent } from "./agent.ts";
import { withoutClaude } from "./claude-code.ts";
import { type Script, say, use } from "./scripted-model.ts";

/** Takes one step after another until it is stopped. */
const worker: Script = ({ said, results, tools }) => {
  const bash = tools.find((name) => name === "Bash");
  const isAtWork = said.includes("WORK") || results.length > 0;
  return bash && isAtWork ? use(bash, { command: "echo step", description: "A step" }) : say("Done.");
};

const PATIENCE = { timeout: 60_000, interval: 100 };

test("a real agent that has used its tokens is parked by its relay, takes no prompt, and goes on when the limit is raised", {
  timeout: 240_000,
}, async (context) => {
  skipFor(context, withoutClaude);
  await using agent = await startAgent({
    script: worker,
    limits: { tokensPerRole: 60, tokensTotal: 0, resume: false },
  });
  const { bell, place, model, terminal, army, store } = agent;
  const shown = async (times: number) => {
    const screen = await terminal.screen();
    const found = screen.replaceAll(/\s+/g, " ").split("tokens are used").length - 1;
    if (found < times) throw new Error(`the reason is shown ${found} times:\n${screen}`);
    return found;
  };
  await agent.order("WORK");
  await vi.waitUntil(async () => (await bell.mood(place)).mood === "parked", PATIENCE);
  const before = await vi.waitFor(() => shown(1), PATIENCE);
  const used = await claudeMeter(place)();
  expect([used.input % 10, used.output % 10]).toEqual([0, 0]);
  expect(used.input + used.output).toBeGreaterThanOrEqual(60);
  expect(used.output).toBeLessThanOrEqual(10 * model.requests.length);
  await vi.waitUntil(async () => (await store.mail.countUnread("strategist")) === 1, PATIENCE);

  const stopped = model.requests.length;
  await agent.order("MORE");
  await vi.waitFor(() => shown(before + 1), PATIENCE);
  expect(model.requests.length).toBe(stopped);

  await mkdir(dirname(army.paths.config), { recursive: true });
  await writeFile(army.paths.config, "[limits]\ntokens_per_role = 1000000\n");
  await vi.waitUntil(
    () => model.requests.slice(stopped).some(({ said }) => said.includes("[MESSAGE from ovld]")),
    PATIENCE,
  );
});
