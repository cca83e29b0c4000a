import { expect, test } from "vitest";
import type { Log } from "#base/log.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { send } from "#store/store-fixture.contract.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { storeOf, summonedArmy } from "#test/support/summoned-army.ts";
import { unreadMail } from "./unread-mail.ts";

/** An army with mail that stays unread, and the watcher's view of it. */
async function watched(services: MemoryServices) {
  const army = await summonedArmy(services);
  services.clock.isFlowing = false;
  const store = storeOf(services, army.name);
  const told: unknown[] = [];
  const log: Log = { write: (_, event, fields) => void told.push([event, fields?.reason]) };
  const looks: string[] = [];
  const { unreadIds } = store.mail;
  store.mail.unreadIds = async (role, ...rest) => {
    looks.push(role);
    return unreadIds(role, ...rest);
  };
  const mail = unreadMail(army, { isGone: () => false, log }, services);
  const returned = async () => (await store.mail.unread("overlord")).map(({ subject }) => subject);
  return { army, store, mail, told, looks, returned };
}

test("unread mail of an ended army is returned to its senders", async () => {
  await using services = await memoryServices();
  const { mail, store, returned, told } = await watched(services);
  await send(store, { to: "storm", subject: "burn" });
  await send(store, { to: "shadow", subject: "hide" });
  await mail.last();
  expect(await returned()).toEqual(expect.arrayContaining(["Not read: burn", "Not read: hide"]));
  expect(told).toEqual([]);
});

test("a role with unreadable mail does not stop the return of the others' mail", async () => {
  await using services = await memoryServices();
  const { mail, store, returned, told } = await watched(services);
  await send(store, { to: "storm", subject: "burn" });
  const { unreadIds } = store.mail;
  store.mail.unreadIds = async (role, ...rest) => {
    if (role === "inferno") throw new Error("disk failed");
    return unreadIds(role, ...rest);
  };
  await mail.last();
  await mail.last();
  expect(await returned()).toEqual(["Not read: burn"]);
  expect(told).toEqual([["give-up-failed", "disk failed"]]);
});

test("each role is checked every three seconds, even if the watcher asks more often", async () => {
  await using services = await memoryServices();
  const { army, mail, looks } = await watched(services);
  const roster = [...army.roster];
  mail.look();
  await expect.poll(() => looks).toEqual(roster);
  await services.clock.pass(2999);
  mail.look();
  await services.clock.pass(1);
  expect(looks).toEqual(roster);
  mail.look();
  await expect.poll(() => looks).toEqual([...roster, ...roster]);
});

test("an army without a mail folder has no unread mail and no failure", async () => {
  await using services = await memoryServices();
  const { army, told } = await watched(services);
  const gone = async () => {
    throw new OvldError("store-missing", { folder: "relay" });
  };
  const adapters = { ...services.adapters, openRelayStore: gone };
  const log: Log = { write: (_, event) => void told.push(event) };
  await unreadMail(army, { isGone: () => false, log }, { ...services, adapters }).last();
  expect(told).toEqual([]);
});
