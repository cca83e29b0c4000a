import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { bundleProgram } from "#test/support/bundle.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { removeStaleLock, staleLocksIn, withLock } from "./lock.ts";
import { ownIdentity } from "./process-identity.ts";

test("work inside one process is serialized, and no file is left", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "lock");
  let inside = 0;
  const work = async () => {
    inside++;
    expect(inside).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    inside--;
  };
  await Promise.all(Array.from({ length: 20 }, () => withLock(file, work)));
  expect(await readdir(folder.path)).toEqual([]);
});

test("the lock is released when the work throws", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "lock");
  await expect(withLock(file, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await withLock(file, async () => "yes")).toBe("yes");
});

test("the work's error survives a lock that was removed with its folder", async () => {
  await using folder = await temporaryFolder();
  const inside = join(folder.path, "inside");
  const remove = () => rm(inside, { recursive: true });
  for (const work of [remove, () => remove().then(() => Promise.reject(new Error("no")))]) {
    await mkdir(inside);
    const locked = withLock(join(inside, "lock"), work);
    await (work === remove ? locked : expect(locked).rejects.toThrow("no"));
  }
});

test("waiting for a running holder ends at the limit and names it", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "lock");
  await withLock(file, async () => {
    await expect(withLock(file, async () => {}, { timeLimit: 50 })).rejects.toMatchObject({
      code: "lock-timeout",
      details: { holder: String(process.pid) },
    });
    const aborted = AbortSignal.abort();
    await expect(withLock(file, async () => {}, { signal: aborted })).rejects.toMatchObject({ code: "cancelled" });
  });
});

test("a stale lock cannot cause the removal of another file", async () => {
  await using folder = await temporaryFolder();
  const [file, kept] = [join(folder.path, "lock"), join(folder.path, "kept")];
  const space = await withLock(file, async () => JSON.parse(await readFile(file, "utf8")).space as string);
  await writeFile(kept, "kept");
  await mkdir(`${file}.`);
  for (const nonce of ["/../kept", "x".repeat(300)]) {
    await writeFile(file, JSON.stringify({ pid: process.pid, started: "another boot:1", space, nonce }));
    expect(await withLock(file, async () => "mine", { timeLimit: 5000 })).toBe("mine");
  }
  expect(await readFile(kept, "utf8")).toBe("kept");
});

test("a holder with a reused pid counts as gone", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "lock");
  const space = await withLock(file, async () => JSON.parse(await readFile(file, "utf8")).space as string);
  await writeFile(file, JSON.stringify({ pid: process.pid, started: "another boot:1", space, nonce: "n" }));
  expect(await withLock(file, async () => "mine", { timeLimit: 5000 })).toBe("mine");
});

test("a broken lock is not removed by its previous holder", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "lock");
  await withLock(file, async () => {
    await rm(file);
    await writeFile(file, JSON.stringify({ ...(await ownIdentity()), nonce: "another" }));
  });
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ nonce: "another" });
});

test("an empty lock file, as after a power cut, does not block", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "lock");
  await writeFile(file, "");
  expect(await withLock(file, async () => "mine", { timeLimit: 5000 })).toBe("mine");
  expect(await readdir(folder.path)).toEqual([]);
});

test("only locks without a running holder are listed and removed", async () => {
  await using folder = await temporaryFolder();
  const place = (name: string) => join(folder.path, name);
  await withLock(place("held.lock"), async () => {
    const { space } = JSON.parse(await readFile(place("held.lock"), "utf8")) as { space: string };
    const gone = JSON.stringify({ pid: process.pid, started: "another boot:1", space, nonce: "n" });
    for (const name of ["a.lock", ".a.lock.1.ab.tmp", "b.lock", "b.txt"]) await writeFile(place(name), gone);
    // A lock as a power cut leaves it, and a claim that is being written.
    for (const name of ["c.lock", ".c.lock.1.ab.tmp"]) await writeFile(place(name), "");
    // An agent can make a folder of such a name.
    await mkdir(place("b.lock."));
    const stale = [".a.lock.1.ab.tmp", "a.lock", "b.lock", "c.lock"].map(place);
    expect(await staleLocksIn(folder.path)).toEqual(stale);
    expect(await staleLocksIn(folder.path, "b")).toEqual([place("b.lock")]);
    for (const file of [...stale, place("held.lock"), place("none.lock")]) await removeStaleLock(file);
    expect((await readdir(folder.path)).sort()).toEqual([".c.lock.1.ab.tmp", "b.lock.", "b.txt", "held.lock"]);
  });
  expect(await staleLocksIn(place("nowhere"))).toEqual([]);
});

test("holders killed with -9 at random never break exclusion and never block", async () => {
  await using folder = await temporaryFolder();
  const program = await bundleProgram("test/fixtures/lock-holder.ts", folder.path);
  const [file, journal] = [join(folder.path, "lock"), join(folder.path, "journal")];
  const start = (rounds: number) =>
    spawn(process.execPath, [program, file, journal, String(rounds)], { stdio: "inherit" });
  const victims = Array.from({ length: 4 }, () => start(100_000));
  await vi.waitUntil(() => existsSync(journal), { timeout: 30_000 });
  for (const victim of victims) {
    await new Promise((resolve) => setTimeout(resolve, 40 + Math.random() * 40));
    victim.kill("SIGKILL");
  }
  const survivors = [start(15), start(15)];
  const statuses = await Promise.all(survivors.map((child) => new Promise((resolve) => child.on("exit", resolve))));
  expect(statuses).toEqual([0, 0]);
  expectNoOverlap((await readFile(journal, "utf8")).trim().split("\n"));
});

/** `in P` is followed by `out P`, unless P was killed inside; no other process's `out` follows. */
function expectNoOverlap(lines: string[]): void {
  for (const [index, line] of lines.entries()) {
    const [event, pid] = line.split(" ");
    if (event === "out") expect(lines[index - 1], `line ${index + 1}`).toBe(`in ${pid}`);
  }
}
