import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readIds, send } from "#store/store-world.contract.ts";
import { examineStore } from "./examine.ts";
import { fileWorld } from "./file-world.contract.ts";

test("what holds no message is found wherever mail lies, and set aside on request alone; good mail stays", async () => {
  await using world = await fileWorld();
  const [unread, taken, archived] = [await send(world.store), await send(world.store), await send(world.store)];
  const place = (...parts: string[]) => join(world.folder, ...parts);
  await (await world.store.mail.take("inferno")).acknowledge();
  const later = await send(world.store);
  writeFileSync(place("inbox", "inferno", "note.txt"), "x");
  writeFileSync(place("inbox", "inferno", `${unread.id}.json`), "{");
  writeFileSync(place("archive", "inferno", `${taken.id}.json`), "not json");
  mkdirSync(place("archive", "storm", `${archived.id}.json`));
  symlinkSync("/etc/passwd", place("archive", "storm", ".claims", "x.json"));
  const damaged = await examineStore(world.folder, { setAside: false });
  expect(damaged.map(({ file }) => file.slice(world.folder.length + 1)).sort()).toEqual(
    [
      `archive/inferno/${taken.id}.json`,
      `archive/storm/${archived.id}.json`,
      "archive/storm/.claims/x.json",
      `inbox/inferno/${unread.id}.json`,
      "inbox/inferno/note.txt",
    ].sort(),
  );
  expect(await examineStore(world.folder, { setAside: true })).toEqual(damaged);
  expect(await examineStore(world.folder, { setAside: false })).toEqual([]);
  expect(readdirSync(place("quarantine", "inferno"))).toHaveLength(3);
  expect(await readIds(world.store)).toEqual([later.id]);
});
