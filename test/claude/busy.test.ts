import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { skipFor } from "#test/support/programs.ts";
import { type Agent, startAgent, TOLD_OF_MAIL } from "./agent.ts";
import { processesWith, waitHooksAt } from "./agent-processes.ts";
import { worker } from "./busy-worker.ts";
import { withoutClaude } from "./claude-code.ts";
import { say } from "./scripted-model.ts";

const mood = async ({ port, paths }: Agent) => (await port.mood(paths)).mood;
const isIn = (agent: Agent, name: string) =>
  vi.waitUntil(async () => (await mood(agent)) === name, { timeout: 20_000, interval: 10 });

const rests = async (agent: Agent) => {
  await vi.waitUntil(() => waitHooksAt(agent.hooks.fifo).length === 1, { timeout: 20_000, interval: 10 });
  await isIn(agent, "ready");
};

test("a busy agent gets urgent mail with a tool result, by its wait hook and then by its tool hook", {
  timeout: 90_000,
}, async (context) => {
  skipFor(context, withoutClaude);
  await using agent = await startAgent({ lang: "ja", script: worker, hasMod: false });
  const { army, model, hooks } = agent;
  const waitHooks = (count: number) =>
    vi.waitUntil(() => processesWith("argv", hooks.hooksFolder).length === count, { timeout: 20_000, interval: 10 });
  for (const name of ["first", "second"]) {
    const done = join(army.project, name);
    const from = model.requests.length;
    await agent.order(`WORK until ${done}`);
    await isIn(agent, "busy");
    await waitHooks(1);
    if (name === "second") {
      await agent.port.dismiss(agent.paths);
      await waitHooks(0);
    }
    await agent.write(`${name} order`, { urgent: true });
    await waitHooks(0);
    writeFileSync(done, "");
    const told = await model.receives("WORKED", from);
    expect(told.said).toContain(
      "[MESSAGE from strategist] 緊急のメッセージが届いています。今すぐ check_inbox を呼んでください。",
    );
    await model.receives(`${name} order`, from);
    await rests(agent);
  }
});

test("a busy agent gets all normal mail at the end of its turn, and then rests", {
  timeout: 90_000,
}, async (context) => {
  skipFor(context, withoutClaude);
  await using agent = await startAgent({ script: worker });
  const { army, model } = agent;
  const done = join(army.project, "done");
  await agent.order(`WORK until ${done}`);
  await model.receives("WORK until");
  for (const from of ["strategist", "storm"])
    expect((await agent.write(`order of ${from}`, { from })).delivery).toMatchObject({ state: "queued", why: "busy" });
  const before = model.requests.length;
  writeFileSync(done, "");
  expect((await model.receives("WORKED", before)).said).not.toMatch(TOLD_OF_MAIL);
  const { said } = await model.receives("[MESSAGE from strategist, storm] You have mail: call check_inbox.", before);
  expect(said).not.toContain("WORKED");
  const read = await model.receives("order of strategist", before);
  expect(read.said).toContain("order of storm");
  await rests(agent);
  expect(model.requests.length - before).toBe(3);
});

test("an agent that does not read gets each mail announced a limited number of times", {
  timeout: 90_000,
}, async (context) => {
  skipFor(context, withoutClaude);
  await using agent = await startAgent({ script: () => say("Later."), hasMod: false });
  const { model } = agent;
  await agent.write("an order");
  // Once by its wait hook, once at the end of the turn.
  await vi.waitUntil(() => model.requests.length === 2, { timeout: 20_000, interval: 10 });
  for (const { said } of model.requests) expect(said).toContain("[MESSAGE from strategist]");
  await rests(agent);
  expect(model.requests.length).toBe(2);
});
