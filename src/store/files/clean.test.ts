import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { send } from "#store/store-world.contract.ts";
import { fileWorld } from "./file-world.contract.ts";
import { fileRelayStore } from "./relay-store.ts";

test("a writer in the middle of its work fails with the fact, and leaves nothing behind", async () => {
  await using world = await fileWorld();
  const { store: writer } = await world.open();
  let stored = 0;
  const writing = (async () => {
    for (;;) {
      await send(writer, { to: stored % 2 ? "inferno" : "storm" });
      stored++;
    }
  })();
  const failure = writing.catch((error: unknown) => error);
  await expect.poll(() => stored).toBeGreaterThan(20);
  await world.store.clean();
  expect(await failure).toMatchObject({ code: "store-missing", exitStatus: 8 });
  expect(readdirSync(join(world.folder, ".."))).toEqual([]);
});

test("what an interrupted clean left goes with the next one", async () => {
  await using world = await fileWorld();
  mkdirSync(join(world.folder, ".removed-0123", "inbox"), { recursive: true });
  await world.store.clean();
  expect(readdirSync(join(world.folder, ".."))).toEqual([]);
});

test("what is not the store's is never removed", async () => {
  await using world = await fileWorld();
  const outside = join(world.folder, "..", "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "precious"), "");
  symlinkSync(outside, join(world.folder, "inbox", "link"));
  writeFileSync(join(world.folder, "thesis.txt"), "");
  await world.store.clean();
  expect(readdirSync(world.folder)).toEqual(["thesis.txt"]);
  expect(readdirSync(outside)).toEqual(["precious"]);
  expect(world.logged).toEqual([expect.objectContaining({ event: "folder-not-empty" })]);
});

test("cleaning where no store is does nothing", async () => {
  await using world = await fileWorld();
  execFileSync("rm", ["-r", world.folder]);
  await world.store.clean();
  await fileRelayStore(join(world.folder, "never")).clean();
});
