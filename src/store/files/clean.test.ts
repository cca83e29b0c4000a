import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { send } from "#store/store-fixture.contract.ts";
import { fileFixture } from "./file-fixture.contract.ts";
import { fileRelayStore } from "./relay-store.ts";

test("a concurrent writer fails with store-missing and leaves no file", async () => {
  await using fixture = await fileFixture();
  const { store: writer } = await fixture.open();
  let stored = 0;
  const writing = (async () => {
    for (;;) {
      await send(writer, { to: stored % 2 ? "inferno" : "storm" });
      stored++;
    }
  })();
  const failure = writing.catch((error: unknown) => error);
  await expect.poll(() => stored).toBeGreaterThan(20);
  await fixture.store.clean();
  expect(await failure).toMatchObject({ code: "store-missing", exitStatus: 8 });
  expect(readdirSync(join(fixture.folder, ".."))).toEqual([]);
});

test("the next clean removes the rest of an interrupted one", async () => {
  await using fixture = await fileFixture();
  mkdirSync(join(fixture.folder, ".removed-0123", "inbox"), { recursive: true });
  await fixture.store.clean();
  expect(readdirSync(join(fixture.folder, ".."))).toEqual([]);
});

test("foreign files are never removed", async () => {
  await using fixture = await fileFixture();
  const outside = join(fixture.folder, "..", "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "precious"), "");
  symlinkSync(outside, join(fixture.folder, "inbox", "link"));
  writeFileSync(join(fixture.folder, "thesis.txt"), "");
  await fixture.store.clean();
  expect(readdirSync(fixture.folder)).toEqual(["thesis.txt"]);
  expect(readdirSync(outside)).toEqual(["precious"]);
  expect(fixture.logged).toEqual([expect.objectContaining({ event: "folder-not-empty" })]);
});

test("cleaning a folder without a store changes nothing", async () => {
  await using fixture = await fileFixture();
  execFileSync("rm", ["-r", fixture.folder]);
  await fixture.store.clean();
  await fileRelayStore(join(fixture.folder, "never")).clean();
});
