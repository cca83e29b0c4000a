import { execFileSync } from "node:child_process";
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { makeFolder, readText, readTextNow, setAside, writeAtomically } from "./files.ts";

test("a written file is private and complete, and leaves no other file", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "a.json");
  await writeAtomically(file, "one");
  await writeAtomically(file, "two");
  expect(await readFile(file, "utf8")).toBe("two");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder.path)).toEqual(["a.json"]);
});

test("a new folder and its new parents are private", async () => {
  await using folder = await temporaryFolder();
  const inner = join(folder.path, "a", "b");
  await makeFolder(inner);
  for (const made of [inner, join(folder.path, "a")]) expect((await stat(made)).mode & 0o777).toBe(0o700);
  await makeFolder(inner);
  await writeFile(join(inner, "file"), "");
  for (const path of [join(inner, "file"), join(inner, "file", "deeper")])
    await expect(makeFolder(path)).rejects.toMatchObject({ code: "file-failed" });
});

test("readers never see a partial file while a writer replaces it", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "a");
  const contents = ["a".repeat(200_000), "b".repeat(300_000)];
  await writeAtomically(file, contents[0] as string);
  let writing = true;
  const writer = (async () => {
    for (let i = 0; i < 40; i++) await writeAtomically(file, contents[i % 2] as string, { durability: "process" });
    writing = false;
  })();
  while (writing) expect(contents).toContain(await readText(file));
  await writer;
});

test("a failed write leaves the old content and no temporary file", async () => {
  await using folder = await temporaryFolder();
  const target = join(folder.path, "taken");
  await mkdir(join(target, "inner"), { recursive: true });
  await expect(writeAtomically(target, "x")).rejects.toMatchObject({
    code: "file-failed",
    details: { action: "write" },
  });
  expect(await readdir(folder.path)).toEqual(["taken"]);
  await expect(writeAtomically(join(folder.path, "gone", "a"), "x")).rejects.toMatchObject({ code: "file-failed" });
});

test("a FIFO, a device or a folder in place of a file fails at once", async () => {
  await using folder = await temporaryFolder();
  const [pipe, link] = [join(folder.path, "pipe"), join(folder.path, "link")];
  execFileSync("mkfifo", [pipe]);
  await symlink("/dev/zero", link);
  for (const file of [pipe, link, folder.path]) {
    await expect(readText(file), file).rejects.toMatchObject({ code: "file-failed" });
    expect(() => readTextNow(file), file).toThrow(/plain file/);
  }
});

test("a missing file is a value, any other failure throws", async () => {
  await using folder = await temporaryFolder();
  expect(await readText(join(folder.path, "none"))).toBeUndefined();
  await expect(readText(folder.path)).rejects.toMatchObject({ code: "file-failed" });
  await writeFile(join(folder.path, "bytes"), Buffer.from([0xff, 0xfe]));
  await expect(readText(join(folder.path, "bytes"))).rejects.toMatchObject({ code: "file-not-text" });
});

test("a symlink is not followed with followLink: false", async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, "secret"), "secret");
  await symlink(join(folder.path, "secret"), join(folder.path, "link"));
  expect(await readText(join(folder.path, "link"))).toBe("secret");
  await expect(readText(join(folder.path, "link"), { followLink: false })).rejects.toMatchObject({
    code: "file-failed",
  });
});

test("a damaged file is renamed with its bytes untouched", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "a");
  await writeFile(file, "broken");
  await chmod(file, 0o600);
  const aside = await setAside(file, 0);
  expect(aside).toMatch(/a\.damaged-1970-01-01T00-00-00-000Z-[0-9a-f]{6}$/);
  expect(await readFile(aside, "utf8")).toBe("broken");
});

test("a folder that cannot be made is an error, also below /proc", async (context) => {
  context.skip(process.platform !== "linux", "no /proc");
  await expect(makeFolder("/proc/nope/deeper")).rejects.toMatchObject({ code: "file-failed" });
});
