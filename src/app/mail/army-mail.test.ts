import { expect, test } from "vitest";
import { dismissAlone } from "#app/lifecycle/dismiss-army.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { send } from "#store/store-fixture.contract.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { storeOf, summonedArmy } from "#test/support/summoned-army.ts";
import { armyMail, keptMessages, type Wanted } from "./army-mail.ts";

/** An army with one message of this subject. */
async function wrote(services: MemoryServices, subject: string): Promise<SessionEntry> {
  await services.clock.pass(60_000);
  const army = await summonedArmy(services);
  await send(storeOf(services, army.name), { subject });
  return army;
}

async function dismissed(services: MemoryServices, subject: string): Promise<SessionEntry> {
  const army = await wrote(services, subject);
  await dismissAlone(army, services.config, services);
  return army;
}

/** The subjects of each found army; a running one is marked. */
async function found(services: MemoryServices, wanted: Partial<Wanted> = {}): Promise<string[]> {
  const told: string[] = [];
  for (const { current, messages } of await armyMail({ session: undefined, past: false, ...wanted }, services))
    for await (const { subject } of messages()) told.push(current ? `${subject} (running)` : subject);
  return told;
}

test("finds the running army of this directory before dismissed ones; with `past` all, oldest first", async () => {
  await using services = await memoryServices();
  await dismissed(services, "one");
  await dismissed(services, "two");
  await wrote(services, "three");
  expect(await found(services)).toEqual(["three (running)"]);
  expect(await found(services, { past: true })).toEqual(["one", "two", "three (running)"]);
});

test("without a running army the last dismissed one of this directory is found", async () => {
  await using services = await memoryServices();
  await dismissed(services, "one");
  await dismissed(services, "two");
  expect(await found(services)).toEqual(["two"]);
});

test("armies of other directories are found only by name", async () => {
  await using services = await memoryServices();
  const { name } = await dismissed(services, "one");
  const elsewhere = { ...services, directory: "/" };
  await expect(found(elsewhere)).rejects.toMatchObject({ code: "session-none-here", details: { directory: "/" } });
  expect(await found(elsewhere, { session: name })).toEqual(["one"]);
});

test("a dismissed army is found by name and time, even if an army of its name is running", async () => {
  await using services = await memoryServices();
  await dismissed(services, "one");
  const [past] = await armyMail({ session: undefined, past: false }, services);
  await wrote(services, "two");
  expect(await found(services, { session: past?.name ?? "" })).toEqual(["one"]);
  expect(await found(services, { session: "ovld-project" })).toEqual(["two (running)"]);
  expect(await found(services, { session: "ovld-proj" })).toEqual(["two (running)"]);
});

test("an unknown name is refused with the names of running and dismissed armies", async () => {
  await using services = await memoryServices();
  await dismissed(services, "one");
  const [past] = await armyMail({ session: undefined, past: false }, services);
  await wrote(services, "two");
  const known = ["ovld-project", past?.name];
  await expect(found(services, { session: "other" })).rejects.toMatchObject({
    ...{ code: "session-unknown", details: { session: "other", known } },
  });
});

test("mail of an army that is dismissed during the reading is read from its history", async () => {
  await using services = await memoryServices();
  const army = await dismissed(services, "one");
  await dismissed(services, "two");
  const subjects: string[] = [];
  for await (const { subject } of keptMessages(army, services)) subjects.push(subject);
  for await (const { subject } of keptMessages({ ...army, name: "ovld-other" }, services)) subjects.push(subject);
  expect(subjects).toEqual(["one"]);
});
