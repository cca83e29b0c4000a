import { spawn } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { mayBeAlive, ownIdentity } from "./process-identity.ts";

test("this process is alive; one with the same pid and another start time is not", async () => {
  const own = await ownIdentity();
  expect(await mayBeAlive(own)).toBe(true);
  expect(await mayBeAlive({ ...own, started: "another time" })).toBe(false);
});

test("a process of another PID space counts as possibly alive", async () => {
  expect(await mayBeAlive({ ...(await ownIdentity()), pid: 4_000_000, space: "another" })).toBe(true);
});

test("an ended process is gone, also as a zombie", async (context) => {
  context.skip(process.platform !== "linux", "zombies are seen in /proc");
  const parent = spawn("sh", ["-c", "sleep 0.1 & echo $!; exec sleep 60"]);
  const pid = await new Promise<number>((done) => parent.stdout.once("data", (text) => done(Number(text))));
  await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, "utf8")).toContain(") Z "), { timeout: 10_000 });
  const { space } = await ownIdentity();
  expect(await mayBeAlive({ pid, started: undefined, space })).toBe(false);
  parent.kill("SIGKILL");
});

test("an identity of ovld 0.1, which has no machine, is checked by its boot id", async (context) => {
  context.skip(process.platform !== "linux", "the boot id is read from /proc");
  const own = await ownIdentity();
  const old = { ...own, space: readlinkSync("/proc/self/ns/pid") };
  expect(await mayBeAlive(old)).toBe(true);
  expect(await mayBeAlive({ ...old, started: `${own.started?.split(":")[0]}:1` })).toBe(false);
  for (const started of ["another boot:1", undefined])
    expect(await mayBeAlive({ ...old, pid: 4_000_000, started }), started).toBe(true);
});
