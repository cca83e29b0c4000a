import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DAY } from "#store/keep-limits.ts";
import { readIds, send } from "#store/store-fixture.contract.ts";
import { partOf } from "./archive-parts.ts";
import { fileFixture } from "./file-fixture.contract.ts";

const limits = { days: 1, megabytes: 100 };
const YEARS = 3650 * DAY;

test("mail with an id from a clock far ahead is trimmed in time, and ids still ascend", async () => {
  await using fixture = await fileFixture();
  const { store, clock, folder } = fixture;
  clock.move(YEARS);
  const ahead = await send(store);
  clock.move(-YEARS);
  const later = await send(store);
  expect(later.id > ahead.id).toBe(true);
  await readIds(store);
  const wrong = (clock.now() + YEARS) / 1000;
  utimesSync(join(folder, "archive", "inferno", partOf(ahead.id), `${ahead.id}.json`), wrong, wrong);
  const left = async () => (await store.mail.all()).map(({ id }) => id);

  await store.mail.trim(limits);
  expect(await left()).toEqual([ahead.id, later.id]);
  clock.move(2 * DAY);
  await store.mail.trim(limits);
  expect(await left()).toEqual([]);
});
