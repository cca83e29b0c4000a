import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readIds, send } from "#store/store-fixture.contract.ts";
import { examineStore } from "./examine.ts";
import { fileFixture } from "./file-fixture.contract.ts";

test("damaged files are found in all mail folders and moved only on request; valid mail stays", async () => {
  await using fixture = await fileFixture();
  const [unread, taken, archived] = [await send(fixture.store), await send(fixture.store), await send(fixture.store)];
  const location = (...parts: string[]) => join(fixture.folder, ...parts);
  await (await fixture.store.mail.take("inferno")).acknowledge();
  const later = await send(fixture.store);
  writeFileSync(location("inbox", "inferno", "note.txt"), "x");
  writeFileSync(location("inbox", "inferno", `${unread.id}.json`), "{");
  writeFileSync(location("archive", "inferno", `${taken.id}.json`), "not json");
  mkdirSync(location("archive", "storm", `${archived.id}.json`));
  symlinkSync("/etc/passwd", location("archive", "storm", ".claims", "x.json"));
  const damaged = await examineStore(fixture.folder, { setAside: false });
  expect(damaged.map(({ file }) => file.slice(fixture.folder.length + 1)).sort()).toEqual(
    [
      `archive/inferno/${taken.id}.json`,
      `archive/storm/${archived.id}.json`,
      "archive/storm/.claims/x.json",
      `inbox/inferno/${unread.id}.json`,
      "inbox/inferno/note.txt",
    ].sort(),
  );
  expect(await examineStore(fixture.folder, { setAside: true })).toEqual(damaged);
  expect(await examineStore(fixture.folder, { setAside: false })).toEqual([]);
  expect(readdirSync(location("quarantine", "inferno"))).toHaveLength(3);
  expect(await readIds(fixture.store)).toEqual([later.id]);
});
