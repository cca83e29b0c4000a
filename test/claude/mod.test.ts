import { existsSync, writeFileSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { composerOf } from "#agent-cli/claude/composer.ts";
import { skipFor } from "#test/support/programs.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { type Agent, reader, startAgent, TOLD_OF_MAIL } from "./agent.ts";
import { waitHooksAt } from "./agent-processes.ts";
import { worker } from "./busy-worker.ts";
import { withoutClaude } from "./claude-code.ts";
import type { Script } from "./scripted-model.ts";

const ROUNDS = 10;
const DRAFT = "a thought of mine, half typed";
/** Claude Code's words around the prompt of a mod, and around the line of a wait hook. */
const BY_MOD = "The ovld plugin sent a message:";
const BY_HOOK = "Mail:";
const WAIT = { timeout: 20_000, interval: 10 };

const isIn = ({ port, paths }: Agent, name: string) =>
  vi.waitUntil(async () => (await port.mood(paths)).mood === name, WAIT);

const rests = async (agent: Agent) => {
  await vi.waitUntil(() => waitHooksAt(agent.hooks.fifo).length === 1, WAIT);
  await isIn(agent, "ready");
};

test("an idle agent is woken by the mod ten times, and a person's draft is unchanged", {
  timeout: 90_000,
}, async (context) => {
  skipFor(context, withoutClaude);
  await using agent = await startAgent();
  const { model, terminal } = agent;
  await terminal.type(DRAFT);
  await terminal.sees(DRAFT);
  for (let round = 1; round <= ROUNDS; round++) {
    await rests(agent);
    const [earlier] = waitHooksAt(agent.hooks.fifo);
    const from = model.requests.length;
    await agent.write(`order ${round}`);
    const { said } = await model.receives("[MESSAGE from strategist] You have mail: call check_inbox.", from);
    expect(said).toContain(BY_MOD);
    await model.receives(`order ${round}`, from);
    // The hook that the end of the turn starts looks for mail first, and would be faster than the mod.
    await vi.waitUntil(() => waitHooksAt(agent.hooks.fifo).every((hook) => hook !== earlier), WAIT);
  }
  await rests(agent);
  // Each order: the notification, then the mail.
  expect(model.requests).toHaveLength(2 * ROUNDS);
  expect(composerOf({ screen: await terminal.colouredScreen() })).toEqual({ state: "draft", text: DRAFT });
  expect(await agent.store.mail.countUnread("inferno")).toBe(0);
});

test("the mod gives urgent mail to a busy agent beside the next tool result, once, without its wait hook", {
  timeout: 60_000,
}, async (context) => {
  skipFor(context, withoutClaude);
  await using agent = await startAgent({ script: worker });
  const { army, model, hooks } = agent;
  const done = join(army.project, "done");
  await agent.order(`WORK until ${done}`);
  await isIn(agent, "busy");
  const [waitHook] = waitHooksAt(hooks.fifo);
  expect((await agent.write("a first order", { urgent: true })).delivery).toMatchObject({ state: "woken" });
  expect((await agent.write("a second order", { urgent: true, from: "storm" })).delivery).toMatchObject({
    state: "woken",
  });
  expect(waitHooksAt(hooks.fifo)).toEqual([waitHook]);
  writeFileSync(done, "");
  const { said } = await model.receives("WORKED");
  expect(said.match(new RegExp(TOLD_OF_MAIL, "g"))).toHaveLength(1);
  expect(said).toContain("[MESSAGE from strategist, storm] You have urgent mail: call check_inbox now.");
  await model.receives("a second order");
  await rests(agent);
});

test("urgent mail in a turn that has no further tool starts the next turn, once", {
  timeout: 60_000,
}, async (context) => {
  skipFor(context, withoutClaude);
  let finish = () => {};
  const thought = new Promise<void>((done) => {
    finish = done;
  });
  const script: Script = async (request) => {
    if (request.said.includes("THINK")) await thought;
    return reader(request);
  };
  await using agent = await startAgent({ script });
  const { model } = agent;
  await agent.order("THINK");
  await model.receives("THINK");
  await isIn(agent, "busy");
  expect((await agent.write("an order", { urgent: true })).delivery).toMatchObject({ state: "woken" });
  finish();
  const { said } = await model.receives("You have urgent mail");
  expect(said).toContain(BY_MOD);
  await model.receives("an order");
  await rests(agent);
  expect(model.requests).toHaveLength(3);
});

test("after Escape the agent is ready, and is woken by its next mail", { timeout: 60_000 }, async (context) => {
  skipFor(context, withoutClaude);
  await using agent = await startAgent({ script: worker });
  const { army, model, terminal } = agent;
  await agent.order(`WORK until ${join(army.project, "never")}`);
  await isIn(agent, "busy");
  await terminal.press("Escape");
  await isIn(agent, "ready");
  await agent.write("an order");
  await model.receives("[MESSAGE from strategist]");
  await model.receives("an order");
});

/** The mod with one part of its built code replaced. */
async function brokenMod(folder: string, part: string, by: string): Promise<string> {
  const mod = join(folder, "mod");
  await cp(resolve("dist/mod"), mod, { recursive: true });
  const file = join(mod, "hooks", "register.js");
  const text = await readFile(file, "utf8");
  expect(text).toContain(part);
  await writeFile(file, text.replace(part, by));
  return mod;
}

test.for([
  ["does not load", "function register(on) {", `function register(on) {\n  throw new Error("broken");`],
  ["does not connect", "http://ovld/wait", "http://ovld/nothing"],
  ["cannot submit", "await $.prompt.submit({ text })", `await Promise.reject(new Error("broken"))`],
  ["hangs", "await $.prompt.submit({ text })", "await new Promise(() => {})"],
] as const)("a mod that %s leaves the agent to its hooks", { timeout: 90_000 }, async ([, part, by], context) => {
  skipFor(context, withoutClaude);
  await using folder = await temporaryFolder();
  await using agent = await startAgent({ mod: await brokenMod(folder.path, part, by) });
  for (const order of ["an order", "another order"]) {
    const from = agent.model.requests.length;
    await agent.write(order);
    expect((await agent.model.receives("[MESSAGE from strategist]", from)).said).toContain(BY_HOOK);
    await agent.model.receives(order, from);
    await rests(agent);
  }
});

test("Claude Code writes nothing into the folder of the mod", { timeout: 60_000 }, async (context) => {
  skipFor(context, withoutClaude);
  await using folder = await temporaryFolder();
  const mod = join(folder.path, "mod");
  await cp(resolve("dist/mod"), mod, { recursive: true });
  await using agent = await startAgent({ mod });
  await agent.write("an order");
  await agent.model.receives("an order");
  expect(existsSync(join(mod, "tsconfig.json"))).toBe(false);
  expect(await readFile(join(mod, ".claude-plugin", "types"), "utf8")).toMatch(/^A file in the place/);
});
