import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { ownIdentity } from "#base/process-identity.ts";
import { watchFileSystem } from "#test/support/file-system-calls.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { type FolderLists, folderLists } from "./folder-lists.ts";

const MOST = 10;
let changes = 0;

/** A folder with as many files; the time of its last change is long ago and its own. */
function fill(parent: string, name: string, count: number): string {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n < count; n++) writeFileSync(join(folder, `file-${n}`), "");
  changes++;
  utimesSync(folder, changes, changes);
  return folder;
}

/** Which of the folders a query of each reads from the disk, in the same order. */
async function readOf(lists: FolderLists, ...folders: string[]): Promise<boolean[]> {
  let reads = 0;
  using _ = watchFileSystem(["readdir", "readdirSync"], () => reads++);
  const seen: boolean[] = [];
  for (const folder of folders) {
    reads = 0;
    await lists.names(folder);
    seen.push(reads > 0);
  }
  return seen;
}

async function opened(root: string): Promise<FolderLists> {
  const dir = { root, clock: systemClock, log: { write: () => {} }, owner: ownIdentity };
  return folderLists(dir, { most: MOST });
}

test("names within the limit are kept until their folder changes", async () => {
  await using parent = await temporaryFolder();
  const [a, b] = [fill(parent.path, "a", 6), fill(parent.path, "b", 4)];
  const lists = await opened(parent.path);
  expect(await readOf(lists, a, b, a, b, a, b)).toEqual([true, true, false, false, false, false]);
  fill(parent.path, "b", 3);
  expect(await readOf(lists, a, b, a, b)).toEqual([false, true, false, false]);
});

test("names above the limit displace those of the folder that was asked for the longest time ago", async () => {
  await using parent = await temporaryFolder();
  const [a, b, c] = [fill(parent.path, "a", 5), fill(parent.path, "b", 5), fill(parent.path, "c", 5)];
  const lists = await opened(parent.path);
  await readOf(lists, a, b, a, c);
  expect(await readOf(lists, c, a)).toEqual([false, false]);
  expect(await readOf(lists, b)).toEqual([true]);
});

test("a folder above the limit is not kept and displaces no other", async () => {
  await using parent = await temporaryFolder();
  const [a, large] = [fill(parent.path, "a", MOST), fill(parent.path, "large", MOST + 1)];
  const lists = await opened(parent.path);
  expect(await readOf(lists, a, large, a, large)).toEqual([true, true, false, true]);
});

test("a folder that was listed often counts once", async () => {
  await using parent = await temporaryFolder();
  const [a, b] = [fill(parent.path, "a", 5), fill(parent.path, "b", 5)];
  const lists = await opened(parent.path);
  for (let n = 0; n < 5; n++) {
    await readOf(lists, a, b);
    fill(parent.path, "a", 5);
  }
  expect(await readOf(lists, a, b, a)).toEqual([true, false, false]);
});
