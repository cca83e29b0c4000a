import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { silentLog } from "#base/log.ts";
import { ownIdentity } from "#base/process-identity.ts";
import { send, testRoster } from "#store/store-fixture.contract.ts";
import { amount } from "#test/support/amount.ts";
import { fileFixture } from "./file-fixture.contract.ts";
import { foldersOf } from "./role-folders.ts";
import { listUnread } from "./unread.ts";

const MANY = amount(2000);

test("a large inbox never shows a message without the earlier ones of its sender", async () => {
  const settings = { ...testRoster.settings, durability: "process" as const };
  await using fixture = await fileFixture({ ...testRoster, settings });
  const sent: string[] = [];
  const put = async () => sent.push((await send(fixture.store)).id);
  for (let n = 0; n < MANY; n++) await put();
  const dir = { root: fixture.folder, clock: fixture.clock, log: silentLog, owner: ownIdentity };
  for (let n = 0; n < amount(40); n++) {
    let isListed = false;
    const listing = listUnread(dir, foldersOf(dir, "inferno")).finally(() => (isListed = true));
    while (!isListed) {
      for (let burst = 0; burst < 5; burst++) await put();
      await setImmediate();
    }
    const ids = (await listing).unread.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(MANY - 1);
    expect(ids).toEqual(sent.slice(0, ids.length));
  }
});

test.each(["nothing is there", "all is known"])("repeated queries let other work run if %s", async (what) => {
  await using fixture = await fileFixture();
  const { mail } = fixture.store;
  const known = new Set(what === "all is known" ? [(await send(fixture.store)).id] : []);
  let isOthersTurn = false;
  const timer = setTimeout(() => (isOthersTurn = true), 1);
  for (let asked = 0; asked < 20_000 && !isOthersTurn; asked++)
    expect(await mail.unread("inferno", { known })).toEqual([]);
  clearTimeout(timer);
  expect(isOthersTurn).toBe(true);
});
