import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { kill } from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { skipFor } from "#test/programs.ts";
import { ROLE, reader, startAgent } from "./agent.ts";
import { withoutClaude } from "./claude-code.ts";
import { type Script, use } from "./scripted-model.ts";

const WAIT = { timeout: 20_000, interval: 50 };

/** Answers each mail that it reads by one to storm. */
const answering: Script = (request) => {
  const send = request.tools.find((name) => name.endsWith("send_message"));
  const hasMail = request.results.some((result) => result.includes("messages"));
  return hasMail && send ? use(send, { to: "storm", subject: "done", body: "as you said" }) : reader(request);
};

test("a real agent's mail goes out once its transcript has that it was asked for, and not when it is killed before", {
  timeout: 90_000,
}, async (context) => {
  skipFor(context, withoutClaude);
  await using agent = await startAgent({ script: answering });
  const { store, places, army, model } = agent;
  const sent = () => store.mail.countUnread("storm");
  const state = async () => (await store.mail.history()).find(({ to }) => to === ROLE)?.state;
  const named = readFileSync(places.transcripts);
  /** Its transcript is another, which never has anything, until what is returned is called. */
  const keepFromRecord = () => {
    writeFileSync(places.transcripts, join(army.folder, "nothing.jsonl\n"));
    return () => writeFileSync(places.transcripts, named);
  };

  const writeDown = keepFromRecord();
  await agent.write("first order");
  await model.hears("first order", 0);
  await wait(1500);
  expect(await sent()).toBe(0);
  writeDown();
  await vi.waitUntil(async () => (await sent()) === 1, WAIT);
  await vi.waitUntil(async () => (await state()) === "acked", WAIT);

  keepFromRecord();
  const from = model.requests.length;
  await agent.write("second order");
  await model.hears("second order", from);
  await wait(500);
  kill(Number(readFileSync(places.agent, "utf8").split("\n")[0]), "SIGKILL");
  await vi.waitUntil(async () => (await store.mail.countUnread(ROLE)) === 1, WAIT);
  expect(await store.mail.unread(ROLE)).toMatchObject([{ body: "second order", redelivered: true }]);
  expect(await sent()).toBe(1);
});
