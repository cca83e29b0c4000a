import { readFileSync } from "node:fs";
import { kill } from "node:process";
import { expect, test, vi } from "vitest";
import { skipFor } from "#test/support/programs.ts";
import { ROLE, startAgent, TOLD_OF_MAIL } from "./agent.ts";
import { withoutClaude } from "./claude-code.ts";
import { type ModelRequest, type Script, say, use } from "./scripted-model.ts";

const WAIT = { timeout: 20_000, interval: 50 };

const toolNamed = ({ tools }: ModelRequest, end: string) => tools.find((name) => name.endsWith(end)) ?? end;

test("a call of the same tool batch is no receipt of mail, which returns when the agent dies there", {
  timeout: 90_000,
}, async (context) => {
  skipFor(context, withoutClaude);
  const held: (() => void)[] = [];
  const isHeld = async (count: number) => {
    await vi.waitUntil(() => held.length === count, WAIT);
  };
  const script: Script = async (request) => {
    const look = use(toolNamed(request, "get_status"), { role: "all" });
    if (TOLD_OF_MAIL.test(request.said)) return [...use(toolNamed(request, "check_inbox"), {}), ...look];
    await new Promise<void>((go) => held.push(go));
    return request.results.length === 2 ? look : say("Done.");
  };
  await using agent = await startAgent({ script });
  const { store, hooks } = agent;
  const state = async () => (await store.mail.all()).at(0)?.state;

  await agent.write("first order");
  await isHeld(1);
  expect(agent.model.requests.at(-1)?.results).toHaveLength(2);
  expect(await state()).toBe("read");
  held.shift()?.();
  await isHeld(1);
  await vi.waitUntil(async () => (await state()) === "acked", WAIT);
  held.shift()?.();
  await vi.waitUntil(async () => (await agent.port.mood(agent.paths)).mood === "ready", WAIT);

  await agent.write("second order");
  await isHeld(1);
  kill(Number(readFileSync(hooks.agent, "utf8").split("\n")[0]), "SIGKILL");
  await vi.waitUntil(async () => (await store.mail.countUnread(ROLE)) === 1, WAIT);
  expect(await store.mail.unread(ROLE)).toMatchObject([{ body: "second order", redelivered: true }]);
  for (const go of held) go();
});
