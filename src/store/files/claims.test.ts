import { readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { silentLog } from "#base/log.ts";
import { ownIdentity } from "#base/process-identity.ts";
import { readIds, send } from "#store/store-world.contract.ts";
import { claim } from "./claims.ts";
import { fileWorld } from "./file-world.contract.ts";
import { ownedName, parseOwnedName } from "./owned-name.ts";
import { fileRelayStore } from "./relay-store.ts";
import { foldersOf, messageFile } from "./role-folders.ts";

test("of two that have read the same file, one gets it", async () => {
  await using world = await fileWorld();
  const { id } = await send(world.store);
  const site = { root: world.folder, clock: world.clock, log: silentLog, owner: ownIdentity };
  const folders = foldersOf(site, "inferno");
  const take = (pid: number) =>
    claim(site, folders, { id, file: messageFile(folders.inbox, id), owner: { pid, started: "", space: "here" } });
  expect([take(1), take(2)]).toEqual([expect.stringContaining(id), undefined]);
});

test("of two that find a dead reader's mail, one gets each message", async () => {
  await using world = await fileWorld();
  const sent: string[] = [];
  for (let n = 0; n < 30; n++) sent.push((await send(world.store)).id);
  const dead = await world.open();
  await dead.store.mail.take("inferno");
  await dead.die();
  const heirs = await Promise.all([world.open(), world.open(), world.open()]);
  const shares = await Promise.all(heirs.map(({ store }) => readIds(store)));
  expect(shares.flat().toSorted()).toEqual(sent);
});

test("an heir that dies too hands the mail on, still marked", async () => {
  await using world = await fileWorld();
  const { id } = await send(world.store);
  for (let n = 0; n < 3; n++) {
    const reader = await world.open();
    expect((await reader.store.mail.take("inferno")).messages.map((message) => message.id)).toEqual([id]);
    await reader.die();
  }
  const { messages } = await world.store.mail.take("inferno");
  expect(messages).toMatchObject([{ id, redelivered: true }]);
});

test("a number that was given to another process does not keep a dead reader's mail", async () => {
  await using world = await fileWorld();
  const own = await ownIdentity();
  const predecessor = fileRelayStore(world.folder, { owner: { ...own, started: "another boot:1" } });
  const { id } = await send(world.store);
  await predecessor.mail.take("inferno");
  expect(await world.store.mail.unread("inferno")).toMatchObject([{ id, redelivered: true }]);
});

test("a reader whose number counts in another namespace keeps its mail for a minute", async () => {
  await using world = await fileWorld();
  const owner = { pid: 4, started: "boot:1", space: "pid:[1]" };
  const { id } = await send(world.store);
  const held = await fileRelayStore(world.folder, { owner, clock: world.clock }).mail.take("inferno");
  world.clock.move(59_000);
  expect(await world.store.mail.countUnread("inferno")).toBe(0);
  world.clock.move(2000);
  expect(await world.store.mail.countUnread("inferno")).toBe(1);
  expect(await readIds(world.store)).toEqual([id]);
  await held.acknowledge();
  expect(await world.store.mail.all()).toMatchObject([{ id, state: "acked", redelivered: true }]);
});

test("what lies among the claims and is none is left alone", async () => {
  await using world = await fileWorld();
  const folder = join(world.folder, "archive", "inferno", ".claims");
  for (const name of ["notes.txt", "a.json", "../../x,1,1,,y.json".replaceAll("/", "%2F")])
    writeFileSync(join(folder, name), "{}");
  expect(await readIds(world.store)).toEqual([]);
  expect(await world.store.mail.all()).toEqual([]);
  expect(readdirSync(folder)).toHaveLength(3);
});

test("a damaged claim is set aside", async () => {
  await using world = await fileWorld();
  const dead = await world.open();
  const { id } = await send(world.store);
  await dead.store.mail.take("inferno");
  await dead.die();
  const folder = join(world.folder, "archive", "inferno", ".claims");
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), "{");
  expect(await readIds(world.store)).toEqual([]);
  expect(readdirSync(join(world.folder, "quarantine", "inferno"))).toEqual([expect.stringContaining(id)]);
});

test("what a process that died was writing is swept by the next writer, not what a living one writes", async () => {
  await using world = await fileWorld();
  const [living, dead] = [await world.open(), await world.open()];
  const leave = async (label: string, { store }: typeof dead) => {
    await send(store);
    await store.mail.take("inferno");
    const claims = join(world.folder, "archive", "inferno", ".claims");
    for (const name of readdirSync(claims)) {
      const owner = parseOwnedName(name.slice(0, -".json".length))?.owner;
      if (owner) renameSync(join(claims, name), join(world.folder, ".tmp", ownedName({ label, since: 1, owner })));
    }
  };
  await leave("dead", dead);
  await leave("living", living);
  await dead.die();
  await send((await world.open()).store);
  expect(readdirSync(join(world.folder, ".tmp"))).toEqual([expect.stringMatching(/^living,/)]);
});

test("an owner's name survives being a file name", () => {
  const owner = { pid: 7, started: "Sat Nov 15 21:02:00 2025, 100%/a", space: "pid:[4026531836]" };
  for (const started of [owner.started, undefined]) {
    const name = ownedName({ label: "id", since: 12, owner: { ...owner, started } });
    expect(name).not.toMatch(/[\s/]/);
    expect(name.length).toBeLessThan(140);
    expect(parseOwnedName(name)).toEqual({ label: "id", since: 12, owner: { ...owner, started } });
  }
});
