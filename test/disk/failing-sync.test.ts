import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { expect, test } from "vitest";
import { fileFixture } from "#store/files/file-fixture.contract.ts";
import { readIds, send } from "#store/store-fixture.contract.ts";

/** Makes the next fsync of this process run `meanwhile` and then fail. */
function failNextSync(meanwhile: () => Promise<unknown>): void {
  const original = fs.fsync;
  const failing = (_: number, done: fs.NoParamCallback) => {
    fs.fsync = original;
    syncBuiltinESMExports();
    const failure = Object.assign(new Error("EIO: i/o error, fsync"), { code: "EIO" });
    void meanwhile().then(() => done(failure));
  };
  fs.fsync = Object.assign(failing, { __promisify__: original.__promisify__ });
  syncBuiltinESMExports();
}

test("a message that is read before its fsync fails counts as stored, and is not sent again", async () => {
  await using fixture = await fileFixture();
  const reader = await fixture.open();
  let read: string[] = [];
  failNextSync(async () => {
    read = await readIds(reader.store);
  });
  const { id } = await send(fixture.store);
  expect(read).toEqual([id]);
  expect(fixture.logged).toContainEqual(expect.objectContaining({ event: "not-synced", id }));
  expect((await fixture.store.mail.all()).map((message) => [message.id, message.state])).toEqual([[id, "acked"]]);
});

test("a message that is unread when its fsync fails is not stored, and its sender gets an error", async () => {
  await using fixture = await fileFixture();
  failNextSync(async () => {});
  await expect(send(fixture.store)).rejects.toMatchObject({ code: "file-failed", details: { action: "write" } });
  expect(await fixture.store.mail.all()).toEqual([]);
});

test("a claim succeeds without a sync; a receipt whose sync fails is refused", async () => {
  await using fixture = await fileFixture();
  const { id } = await send(fixture.store);
  failNextSync(async () => {});
  const { messages, acknowledge } = await fixture.store.mail.take("inferno");
  expect(messages.map((message) => message.id)).toEqual([id]);
  failNextSync(async () => {});
  await expect(acknowledge()).rejects.toMatchObject({ code: "file-failed" });
  await acknowledge();
  expect(await fixture.store.mail.countUnread("inferno")).toBe(0);
});
