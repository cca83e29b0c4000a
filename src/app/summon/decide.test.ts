import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { USER } from "#mail/message.ts";
import { send } from "#store/store-fixture.contract.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { storeOf, summonedArmy } from "#test/support/summoned-army.ts";
import { decide } from "./decide.ts";
import type { Remains } from "./existing-army.ts";

/** An army that has ended. */
async function ended(services: MemoryServices, isResting?: boolean) {
  const army = await summonedArmy(services);
  services.multiplexer.lose(army.name);
  return { entry: { ...army, ...(isResting && { isResting }) }, isOver: true };
}

const noQuestion = async () => {
  throw new Error("a person was asked");
};

test("without an army, `resume` is refused with the directory, and other requests decide nothing", async () => {
  await using services = await memoryServices();
  const { directory } = services;
  const refusal = { code: "nothing-to-resume", details: { directory } };
  await expect(decide(undefined, "resume", services)).rejects.toMatchObject(refusal);
  expect(await decide(undefined, "fresh", services)).toBeUndefined();
  expect(await decide(undefined, undefined, services)).toBeUndefined();
});

test.each(["resume", "fresh", undefined] as const)("a running army is not changed by the request %s", async (asked) => {
  await using services = await memoryServices();
  const entry = await summonedArmy(services);
  expect(await decide({ entry, isOver: false }, asked, services, noQuestion)).toBeUndefined();
});

test.each(["resume", "fresh"] as const)("`%s` on the command line decides without a question", async (asked) => {
  await using services = await memoryServices();
  const army = await ended(services, true);
  await send(storeOf(services, army.entry.name));
  expect(await decide(army, asked, services, noQuestion)).toBe(asked);
});

test("an army without mail and conversations is replaced without a question", async () => {
  await using services = await memoryServices();
  expect(await decide(await ended(services), undefined, services, noQuestion)).toBe("fresh");
});

test("an army without a mail folder is replaced without a question", async () => {
  await using services = await memoryServices();
  const army = await ended(services);
  await send(storeOf(services, army.entry.name));
  await rm(sessionPaths(resolvePaths(services.env), army.entry.name).relay, { recursive: true });
  expect(await decide(army, undefined, services, noQuestion)).toBe("fresh");
});

test.each([
  ["mail of a role", { unread: 1, conversations: 0 }],
  ["mail of the user", { unread: 1, conversations: 0 }],
  ["a conversation", { unread: 0, conversations: 1 }],
] as const)("an army that left %s is removed only after a person's answer", async (what, remains) => {
  await using services = await memoryServices();
  const army = await ended(services);
  const store = storeOf(services, army.entry.name);
  if (what === "mail of a role") await send(store);
  if (what === "mail of the user") await send(store, { from: "overlord", to: USER });
  if (what === "a conversation") services.agent.begun.add(army.entry.conversations?.storm ?? "");
  const refusal = { code: "session-resumable", details: { session: army.entry.name, ...remains } };
  await expect(decide(army, undefined, services)).rejects.toMatchObject(refusal);
  const asked: [string, Remains][] = [];
  const ask = async (session: string, left: Remains) => {
    asked.push([session, left]);
    return "resume" as const;
  };
  expect(await decide(army, undefined, services, ask)).toBe("resume");
  expect(asked).toEqual([[army.entry.name, remains]]);
});

test("a resting army is not removed without a question, even if nothing would be lost", async () => {
  await using services = await memoryServices();
  await expect(decide(await ended(services, true), undefined, services)).rejects.toMatchObject({
    code: "session-resumable",
  });
});

test("mail that cannot be counted does not count as no mail", async () => {
  await using services = await memoryServices();
  const army = await ended(services);
  const { mail } = storeOf(services, army.entry.name);
  mail.countUnread = async () => {
    throw new OvldError("store-missing", { folder: "relay" });
  };
  await expect(decide(army, undefined, services, noQuestion)).rejects.toMatchObject({ code: "store-damaged" });
});
