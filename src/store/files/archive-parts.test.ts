import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Message } from "#mail/message.ts";
import { formatId } from "#mail/message-id.ts";
import { readIds, send, testRoster } from "#store/store-fixture.contract.ts";
import { watchFileSystem } from "#test/support/file-system-calls.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { fileFixture } from "./file-fixture.contract.ts";
import { fileRelayStore } from "./relay-store.ts";

/** Counts file system calls: names in listings, opened files, stats. */
const asked = { listed: 0, opened: 0, looked: 0 };
const counters = { readdir: "listed", readdirSync: "listed", openSync: "opened", lstatSync: "looked" } as const;
let watching: Disposable;
beforeAll(() => {
  watching = watchFileSystem(Object.keys(counters), (name, result) => {
    asked[counters[name as keyof typeof counters]] += Array.isArray(result) ? result.length : 1;
  });
});
afterAll(() => watching[Symbol.dispose]());

const HOUR = 3_600_000;
const NONCE = "0".repeat(12);
/** Milliseconds of mail in one part. */
const PART = 32 ** 5;

const PER_PART = 200;

/** An army in which storm has read mail of each part, until the middle of the part before the last. */
async function oldArmy(folder: string, messages: number) {
  const relay = join(folder, `relay-${messages}`);
  await fileRelayStore(relay).initialise(testRoster);
  const end = (Math.floor(Date.now() / PART) - 0.5) * PART;
  const ids = Array.from({ length: messages }, (_, n) =>
    formatId({ time: Math.floor(end - ((messages - n) * PART) / PER_PART), count: 0, nonce: NONCE }),
  );
  for (const id of ids) writeArchived(join(relay, "archive", "storm", id.slice(0, 5)), id);
  return { relay, ids };
}

function writeArchived(folder: string, id: string): void {
  const fields = {
    from: "overlord",
    to: "storm",
    subject: "s",
    body: "b",
    priority: "normal",
    timestamp: "t",
  } as const;
  const message: Message = { id, thread: id, state: "queued", ...fields };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${id}.json`), JSON.stringify(message));
}

async function costOf(work: () => Promise<unknown>): Promise<typeof asked> {
  const before = { ...asked };
  await work();
  return {
    listed: asked.listed - before.listed,
    opened: asked.opened - before.opened,
    looked: asked.looked - before.looked,
  };
}

test("the newest and oldest messages, one by id, and a reading cost the same with ten times the archive", async () => {
  await using folder = await temporaryFolder();
  const costs = [];
  for (const messages of [2 * PER_PART, 20 * PER_PART]) {
    const { relay, ids } = await oldArmy(folder.path, messages);
    const open = () => fileRelayStore(relay).mail;
    const first = async (order: "oldest" | "newest", after?: string) => {
      const found: string[] = [];
      for await (const { id } of open().scroll({ order, after })) if (found.push(id) === 50) break;
      return found;
    };
    await send(fileRelayStore(relay), { to: "storm" });
    costs.push({
      digest: await costOf(async () => {
        const { newest } = await open().digest({ newest: 50 });
        expect(newest.slice(0, 49).map(({ id }) => id)).toEqual(ids.slice(-49));
      }),
      newest: await costOf(() => first("newest")),
      oldest: await costOf(async () => expect(await first("oldest")).toEqual(ids.slice(0, 50))),
      found: await costOf(async () => expect(await open().find(ids[100] ?? "")).toMatchObject({ id: ids[100] })),
      read: await costOf(async () => expect(await readIds(fileRelayStore(relay), "storm")).toHaveLength(1)),
    });
  }
  const [small, large] = costs;
  for (const [name, cost] of Object.entries(large ?? {}))
    for (const what of ["listed", "opened", "looked"] as const) {
      const before = small?.[name as keyof typeof small][what] ?? 0;
      expect(cost[what], `${name}: ${what}, ${before} with a tenth of the archive`).toBeLessThanOrEqual(1.3 * before);
    }
});

test("an unchanged archive is not measured again", async () => {
  await using folder = await temporaryFolder();
  const { relay } = await oldArmy(folder.path, 1000);
  const { mail } = fileRelayStore(relay);
  const limits = { days: 10_000, megabytes: 1000 };
  await vi.waitFor(
    async () => {
      const bytes = await mail.trim(limits);
      const again = await costOf(async () => expect(await mail.trim(limits)).toBe(bytes));
      // One stat for each part, and none for its thousand messages.
      expect(again.looked).toBeLessThan(300);
    },
    { timeout: 20_000 },
  );
});

test("messages in the flat archive of ovld 0.1 are read, and moved into parts when the archive is trimmed", async () => {
  await using fixture = await fileFixture();
  const archive = join(fixture.folder, "archive", "storm");
  const now = Date.now();
  const ids = [4, 3, 2, 1].map((days) => formatId({ time: now - days * 24 * HOUR, count: 0, nonce: NONCE }));
  for (const id of ids) writeArchived(archive, id);
  const later = await send(fixture.store, { to: "storm" });
  await readIds(fixture.store, "storm");
  const all = [...ids, later.id];
  const { mail } = fixture.store;
  const read = async () => {
    expect((await mail.all()).map(({ id, state }) => [id, state])).toEqual(all.map((id) => [id, "acked"]));
    expect((await mail.digest({ newest: 3 })).newest.map(({ id }) => id)).toEqual(all.slice(-3));
    for (const id of all) expect(await mail.find(id)).toMatchObject({ id, state: "acked" });
  };
  await read();
  await mail.trim({ days: 100, megabytes: 100 });
  expect(readdirSync(archive).filter((name) => name.endsWith(".json"))).toEqual([]);
  await read();
  all.splice(0, 2);
  await mail.trim({ days: 2.5, megabytes: 100 });
  await read();
  expect(readdirSync(archive)).toHaveLength(1 + all.length);
});

test("a symlink in place of a part is not followed", async () => {
  await using fixture = await fileFixture();
  await using elsewhere = await temporaryFolder();
  const id = formatId({ time: Date.now(), count: 0, nonce: NONCE });
  writeArchived(elsewhere.path, id);
  symlinkSync(elsewhere.path, join(fixture.folder, "archive", "storm", id.slice(0, 5)));
  expect(await fixture.store.mail.all()).toEqual([]);
  expect(await fixture.store.mail.find(id)).toBeUndefined();
  await fixture.store.mail.trim({ days: 0, megabytes: 0 });
  expect(readdirSync(elsewhere.path)).toEqual([`${id}.json`]);
});
