import { readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { silentLog } from "#base/log.ts";
import { ownIdentity } from "#base/process-identity.ts";
import { readIds, send } from "#store/store-fixture.contract.ts";
import { claim } from "./claims.ts";
import { fileFixture } from "./file-fixture.contract.ts";
import { ownedName, parseOwnedName } from "./owned-name.ts";
import { fileRelayStore } from "./relay-store.ts";
import { foldersOf, messageFile } from "./role-folders.ts";

test("of two readers of the same file one gets the claim", async () => {
  await using fixture = await fileFixture();
  const { id } = await send(fixture.store);
  const dir = { root: fixture.folder, clock: fixture.clock, log: silentLog, owner: ownIdentity };
  const folders = foldersOf(dir, "inferno");
  const take = (pid: number) =>
    claim(dir, folders, { id, file: messageFile(folders.inbox, id), owner: { pid, started: "", space: "here" } });
  expect([take(1), take(2)]).toEqual([expect.stringContaining(id), undefined]);
});

test("of two readers that find a dead reader's mail, one gets each message", async () => {
  await using fixture = await fileFixture();
  const sent: string[] = [];
  for (let n = 0; n < 30; n++) sent.push((await send(fixture.store)).id);
  const dead = await fixture.open();
  await dead.store.mail.take("inferno");
  await dead.die();
  const heirs = await Promise.all([fixture.open(), fixture.open(), fixture.open()]);
  const shares = await Promise.all(heirs.map(({ store }) => readIds(store)));
  expect(shares.flat().toSorted()).toEqual(sent);
});

test("mail of a second dead reader is released again, still marked", async () => {
  await using fixture = await fileFixture();
  const { id } = await send(fixture.store);
  for (let n = 0; n < 3; n++) {
    const reader = await fixture.open();
    expect((await reader.store.mail.take("inferno")).messages.map((message) => message.id)).toEqual([id]);
    await reader.die();
  }
  const { messages } = await fixture.store.mail.take("inferno");
  expect(messages).toMatchObject([{ id, redelivered: true }]);
});

test("a reused pid does not keep a dead reader's mail claimed", async () => {
  await using fixture = await fileFixture();
  const own = await ownIdentity();
  const predecessor = fileRelayStore(fixture.folder, { owner: { ...own, started: "another boot:1" } });
  const { id } = await send(fixture.store);
  await predecessor.mail.take("inferno");
  expect(await fixture.store.mail.unread("inferno")).toMatchObject([{ id, redelivered: true }]);
});

test("a reader in another PID namespace keeps its mail for a minute", async () => {
  await using fixture = await fileFixture();
  const owner = { pid: 4, started: "boot:1", space: "pid:[1]" };
  const { id } = await send(fixture.store);
  const held = await fileRelayStore(fixture.folder, { owner, clock: fixture.clock }).mail.take("inferno");
  fixture.clock.move(59_000);
  expect(await fixture.store.mail.countUnread("inferno")).toBe(0);
  fixture.clock.move(2000);
  expect(await fixture.store.mail.countUnread("inferno")).toBe(1);
  expect(await readIds(fixture.store)).toEqual([id]);
  await held.acknowledge();
  expect(await fixture.store.mail.all()).toMatchObject([{ id, state: "acked", redelivered: true }]);
});

test("a foreign file among the claims is left alone", async () => {
  await using fixture = await fileFixture();
  const folder = join(fixture.folder, "archive", "inferno", ".claims");
  for (const name of ["notes.txt", "a.json", "../../x,1,1,,y.json".replaceAll("/", "%2F")])
    writeFileSync(join(folder, name), "{}");
  expect(await readIds(fixture.store)).toEqual([]);
  expect(await fixture.store.mail.all()).toEqual([]);
  expect(readdirSync(folder)).toHaveLength(3);
});

test("a damaged claim is moved to quarantine", async () => {
  await using fixture = await fileFixture();
  const dead = await fixture.open();
  const { id } = await send(fixture.store);
  await dead.store.mail.take("inferno");
  await dead.die();
  const folder = join(fixture.folder, "archive", "inferno", ".claims");
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), "{");
  expect(await readIds(fixture.store)).toEqual([]);
  expect(readdirSync(join(fixture.folder, "quarantine", "inferno"))).toEqual([expect.stringContaining(id)]);
});

test("the next writer removes temporary files of dead processes, but not of living ones", async () => {
  await using fixture = await fileFixture();
  const [living, dead] = [await fixture.open(), await fixture.open()];
  const leave = async (label: string, { store }: typeof dead) => {
    await send(store);
    await store.mail.take("inferno");
    const claims = join(fixture.folder, "archive", "inferno", ".claims");
    for (const name of readdirSync(claims)) {
      const owner = parseOwnedName(name.slice(0, -".json".length))?.owner;
      if (owner) renameSync(join(claims, name), join(fixture.folder, ".tmp", ownedName({ label, since: 1, owner })));
    }
  };
  await leave("dead", dead);
  await leave("living", living);
  await dead.die();
  await send((await fixture.open()).store);
  expect(readdirSync(join(fixture.folder, ".tmp"))).toEqual([expect.stringMatching(/^living,/)]);
});

test("an owner's name round-trips through a file name", () => {
  const owner = { pid: 7, started: "Sat Nov 15 21:02:00 2025, 100%/a", space: "pid:[4026531836]" };
  for (const started of [owner.started, undefined]) {
    const name = ownedName({ label: "id", since: 12, owner: { ...owner, started } });
    expect(name).not.toMatch(/[\s/]/);
    expect(name.length).toBeLessThan(140);
    expect(parseOwnedName(name)).toEqual({ label: "id", since: 12, owner: { ...owner, started } });
  }
});
