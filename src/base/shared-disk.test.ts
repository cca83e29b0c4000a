import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mountLinkless } from "#test/support/small-disk.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { hasHardLinks, sharedDisk, sharedKind } from "./shared-disk.ts";

test.each([
  [0x6969n, "NFS"],
  [0xff534d42n, "CIFS"],
  [-0xacb2ben, "CIFS"],
  [0xfe534d42n, "SMB"],
  [0x65735546n, "FUSE"],
  [0x01021997n, "9p"],
  [0xef53n, undefined],
  [0x01021994n, undefined],
])("statfs type %s is %s", (type, kind) => {
  expect(sharedKind(type)).toBe(kind);
});

test("a local disk has hard links, and the probe leaves no file", async () => {
  await using folder = await temporaryFolder();
  expect(await hasHardLinks(folder.path)).toBe(true);
  expect(await sharedDisk(folder.path)).toBe(undefined);
  expect(await readdir(folder.path)).toEqual([]);
  await expect(hasHardLinks(join(folder.path, "none"))).rejects.toMatchObject({ code: "file-failed" });
});

test("detects a file system without hard links", async (context) => {
  await using folder = await temporaryFolder();
  const mounted = join(folder.path, "disk");
  await mkdir(mounted);
  using _ = mountLinkless(context, mounted);
  expect(await hasHardLinks(mounted)).toBe(false);
  expect(await readdir(mounted)).toEqual([]);
});
