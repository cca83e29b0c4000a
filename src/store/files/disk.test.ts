import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readIds, send, testRoster } from "#store/store-fixture.contract.ts";
import { mountSmall } from "#test/support/small-disk.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { fileRelayStore } from "./relay-store.ts";

const isRoot = process.getuid?.() === 0;

test("a full disk is an error, leaves no partial file, and the store works again once there is space", async (context) => {
  await using parent = await temporaryFolder();
  using _ = mountSmall(context, parent.path);
  const folder = join(parent.path, "relay");
  const store = fileRelayStore(folder);
  await store.initialise(testRoster);
  const filler = join(parent.path, "filler");
  writeFileSync(filler, "x".repeat(100_000));

  const acknowledged: string[] = [];
  let failure: unknown;
  while (failure === undefined)
    await send(store, { body: "x".repeat(20_000) }).then(
      ({ id }) => acknowledged.push(id),
      (error: unknown) => (failure = error),
    );
  expect(failure).toMatchObject({ code: "file-failed", exitStatus: 8, details: { action: "write" } });
  expect(String(failure)).toContain("no space left on device");
  await expect(
    store.status.set({ role: "storm", status: "done", task: "x".repeat(9999), updated: "" }),
  ).rejects.toThrow("no space left on device");
  expect(await store.status.get("storm")).toMatchObject({ status: "idle", task: "" });
  const full = { code: "file-failed", details: { action: "write", file: expect.not.stringContaining(".tmp") } };
  const [id = ""] = acknowledged;
  const bounce = "x".repeat(9999);
  await expect(store.mail.note("inferno", id, { state: "bounced", at: "", bounce })).rejects.toMatchObject(full);
  await expect(store.pending.mark("inferno", { id, from: bounce, priority: "normal" })).rejects.toMatchObject(full);
  expect(readdirSync(join(folder, ".tmp"))).toEqual([]);
  expect(readdirSync(join(folder, "status"))).toHaveLength(6);
  expect((await store.mail.unread("inferno")).map(({ id }) => id)).toEqual(acknowledged);

  rmSync(filler);
  acknowledged.push((await send(store, { body: "x".repeat(20_000) })).id);
  expect(await readIds(store)).toEqual(acknowledged);
});

test("a read-only disk is an error, and the mail is there once the disk is writable again", async (context) => {
  await using parent = await temporaryFolder();
  // Permissions do not limit root.
  using disk = isRoot ? mountSmall(context, parent.path) : undefined;
  const folder = join(parent.path, "relay");
  const store = fileRelayStore(folder);
  await store.initialise(testRoster);
  const before = await send(store);
  const setReadOnly = (readOnly: boolean) => {
    if (disk) disk.setReadOnly(readOnly);
    else
      for (const part of ["inbox/inferno", ".tmp", "archive/inferno/.claims"])
        chmodSync(join(folder, part), readOnly ? 0o500 : 0o700);
  };

  setReadOnly(true);
  const failed = { code: "file-failed", exitStatus: 8 };
  await expect(send(store)).rejects.toMatchObject(failed);
  await expect(store.mail.take("inferno")).rejects.toMatchObject(failed);
  expect((await store.mail.unread("inferno")).map(({ id }) => id)).toEqual([before.id]);

  setReadOnly(false);
  const after = await send(store);
  expect(await readIds(store)).toEqual([before.id, after.id]);
});

test("a store that cannot be created is an error", async () => {
  await using parent = await temporaryFolder();
  writeFileSync(join(parent.path, "file"), "");
  const store = fileRelayStore(join(parent.path, "file", "relay"));
  await expect(store.initialise(testRoster)).rejects.toMatchObject({ code: "file-failed", exitStatus: 8 });
  mkdirSync(join(parent.path, "elsewhere"));
  await expect(fileRelayStore(join(parent.path, "elsewhere")).roster()).rejects.toMatchObject({
    code: "store-missing",
  });
});
