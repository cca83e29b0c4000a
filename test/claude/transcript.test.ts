import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { kill } from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { skipFor } from "#test/support/programs.ts";
import { median } from "../../bench/measure.ts";
import { ROLE, reader, startAgent } from "./agent.ts";
import { withoutClaude } from "./claude-code.ts";
import { type Script, use } from "./scripted-model.ts";

const WAIT = { timeout: 20_000, interval: 50 };

/** Answers each mail with one to storm. */
const answering: Script = (request) => {
  const send = request.tools.find((name) => name.endsWith("send_message"));
  const hasMail = request.results.some((result) => result.includes("messages"));
  return hasMail && send ? use(send, { to: "storm", subject: "done", body: "as you said" }) : reader(request);
};

test("a real agent's mail is sent once the call is in its transcript, and not when the agent is killed before", {
  timeout: 90_000,
}, async (context) => {
  skipFor(context, withoutClaude);
  await using agent = await startAgent({ script: answering });
  const { store, hooks, army, model } = agent;
  const sent = () => store.mail.countUnread("storm");
  const state = async () => (await store.mail.all()).find(({ to }) => to === ROLE)?.state;
  const named = readFileSync(hooks.transcripts);
  /** Points to an empty transcript until the returned function is called. */
  const hideTranscript = () => {
    writeFileSync(hooks.transcripts, join(army.folder, "nothing.jsonl\n"));
    return () => writeFileSync(hooks.transcripts, named);
  };

  const showTranscript = hideTranscript();
  await agent.write("first order");
  await model.receives("first order", 0);
  await wait(1500);
  expect(await sent()).toBe(0);
  showTranscript();
  await vi.waitUntil(async () => (await sent()) === 1, WAIT);
  await vi.waitUntil(async () => (await state()) === "acked", WAIT);

  hideTranscript();
  const from = model.requests.length;
  await agent.write("second order");
  await model.receives("second order", from);
  await wait(500);
  kill(Number(readFileSync(hooks.agent, "utf8").split("\n")[0]), "SIGKILL");
  await vi.waitUntil(async () => (await store.mail.countUnread(ROLE)) === 1, WAIT);
  expect(await store.mail.unread(ROLE)).toMatchObject([{ body: "second order", redelivered: true }]);
  expect(await sent()).toBe(1);
});

test("prints what waiting for the transcript costs a real agent's message, against not waiting in the same run", {
  timeout: 180_000,
}, async (context) => {
  skipFor(context, withoutClaude);
  await using agent = await startAgent({ script: answering });
  const { store, hooks, model, port, paths } = agent;
  const named = readFileSync(hooks.transcripts);
  const times = { waiting: [] as number[], "not waiting": [] as number[] };
  for (let round = 0; round < 12; round++) {
    const way = round % 2 === 0 ? "waiting" : "not waiting";
    writeFileSync(hooks.transcripts, way === "waiting" ? named : "");
    const from = model.requests.length;
    await agent.write(`order ${round}`);
    const { at } = await model.receives(`order ${round}`, from);
    await vi.waitUntil(async () => (await store.mail.countUnread("storm")) === round + 1, { ...WAIT, interval: 2 });
    times[way].push(performance.now() - at);
    await vi.waitUntil(async () => (await port.mood(paths)).mood === "ready", { ...WAIT, interval: 5 });
  }
  const [waiting, bare] = [median(times.waiting), median(times["not waiting"])];
  console.log(
    `mail told to the message that answers it: ${waiting.toFixed(0)} ms, ${bare.toFixed(0)} ms without waiting for the transcript: ${(waiting / bare).toFixed(2)} ×`,
  );
  expect(await store.mail.countUnread(ROLE)).toBe(0);
});
