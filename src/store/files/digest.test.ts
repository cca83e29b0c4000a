import { rmSync, statSync, utimesSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { systemClock } from "#base/clock.ts";
import { readIds, send } from "#store/store-fixture.contract.ts";
import { fileFixture } from "./file-fixture.contract.ts";
import { fileRelayStore } from "./relay-store.ts";

afterEach(() => void vi.useRealTimers());

test("a change in the same clock tick of the file system as the last digest is seen", async () => {
  await using fixture = await fileFixture();
  const archive = join(fixture.folder, "archive", "inferno");
  const { mtime } = statSync(archive);
  utimesSync(archive, mtime, mtime);
  vi.useFakeTimers({ toFake: ["Date"], now: mtime });
  await fixture.store.mail.digest({ newest: 5 });
  const { id } = await send(fixture.store);
  await readIds(fixture.store);
  utimesSync(archive, mtime, mtime);
  expect((await fixture.store.mail.digest({ newest: 5 })).newest).toMatchObject([{ id, state: "acked" }]);
});

test("an unchanged archive is not listed again, and a message is read once", async () => {
  await using fixture = await fileFixture();
  const archive = join(fixture.folder, "archive", "inferno");
  const { id } = await send(fixture.store, { subject: "first" });
  await readIds(fixture.store);
  const part = join(archive, id.slice(0, 5));
  const past = new Date(Date.now() - 60_000);
  for (const folder of [archive, part]) utimesSync(folder, past, past);
  await fixture.store.mail.digest({ newest: 5 });
  await writeFile(join(part, `${id}.json`), "not read again");
  for (const folder of [archive, part]) {
    await writeFile(join(folder, "zzz.json"), "not listed again");
    utimesSync(folder, past, past);
  }
  expect((await fixture.store.mail.digest({ newest: 5 })).newest).toMatchObject([{ id, subject: "first" }]);
});

test("an army dismissed during a digest is store-missing, not a bug", async () => {
  await using fixture = await fileFixture();
  // The clock is read when the claims are listed; it removes the archive, which is listed afterwards.
  const now = () => {
    queueMicrotask(() => rmSync(fixture.folder, { recursive: true, force: true }));
    return Date.now();
  };
  const store = fileRelayStore(fixture.folder, { clock: { ...systemClock, now } });
  await expect(store.mail.digest({ newest: 5 })).rejects.toMatchObject({ code: "store-missing" });
});

test("damaged files are skipped and not moved", async () => {
  await using fixture = await fileFixture();
  const { id } = await send(fixture.store);
  await writeFile(join(fixture.folder, "inbox", "inferno", "00.json"), "{");
  const { newest, unread } = await fixture.store.mail.digest({ newest: 5 });
  expect(newest).toMatchObject([{ id }]);
  expect(unread).toMatchObject([{ role: "inferno", count: 2, oldest: { id } }]);
  expect(fixture.logged).toEqual([]);
});
