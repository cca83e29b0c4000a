import { chmod, chown, mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { makePrivateFolder } from "./private-folder.ts";

test("a folder that another user owns or can write to is refused; a new one is private", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "ovld");
  await makePrivateFolder(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  await chmod(path, 0o755);
  await makePrivateFolder(path);
  for (const mode of [0o775, 0o1777]) {
    await chmod(path, mode);
    await expect(makePrivateFolder(path)).rejects.toMatchObject({ code: "folder-open", details: { folder: path } });
  }
});

test("a folder that another user made first is refused", async (context) => {
  context.skip(process.getuid?.() !== 0, "only root can give a folder away");
  await using folder = await temporaryFolder();
  const path = join(folder.path, "ovld");
  await mkdir(path, { mode: 0o700 });
  await chown(path, 12_345, 12_345);
  await expect(makePrivateFolder(path)).rejects.toMatchObject({ code: "folder-foreign", details: { uid: 12_345 } });
});
