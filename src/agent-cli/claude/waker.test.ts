import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { expect, test, vi } from "vitest";
import { type HookWorld, hookWorld } from "./hook-world.contract.ts";
import { claudeObserver } from "./observer.ts";
import { claudeWaker } from "./waker.ts";

const bell = { ...claudeWaker(), ...claudeObserver() };

const told = async (world: HookWorld) => (await bell.mood(world.place)).mood;

test("an agent starts, is ready when its relay is there too, and works after that", async () => {
  await using world = await hookWorld();
  expect(await told(world)).toBe("starting");
  const ended = world.hook("wait.sh", [world.places.mark, "patiently"]);
  await world.hook("start.sh", []);
  expect(await told(world)).toBe("starting");
  const release = await bell.hold(world.place);
  expect(await bell.whenReady(world.place, { limit: 20_000 })).toEqual({
    mood: "ready",
    since: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  await world.hook("mood.sh", ["busy"]);
  expect(await told(world)).toBe("busy");
  await world.hook("start.sh", []);
  expect(await told(world)).toBe("ready");
  release();
  expect(await ended).toMatchObject({ status: 0 });
});

test("an agent whose relay is faster than its own hook is ready all the same", async () => {
  await using world = await hookWorld();
  for (const before of ["starting\n", "gone 1\n"]) {
    writeFileSync(world.places.mood, before);
    rmSync(world.places.agent, { force: true });
    const release = await bell.hold(world.place);
    const ended = world.hook("wait.sh", [world.places.mark, "patiently"]);
    await vi.waitUntil(async () => (await told(world)) === "ready", { timeout: 10_000 });
    await world.hook("start.sh", []);
    expect(await told(world)).toBe("ready");
    release();
    await ended;
  }
});

test("whatever stands in the files of an agent, its mood can be read", async () => {
  await using world = await hookWorld();
  const { mood, agent, parked, bell: folder } = world.places;
  const limit = (words: string) => `limited 1\n{"last_assistant_message":"${words}"}\n`;
  const events = [
    'asking 1\n{"tool_name":"\\q"}\n',
    'asking 1\n{"tool_name":"\u0001"}\n',
    limit("resets 3pm (Nowhere)"),
  ];
  for (const content of [...events, limit("\\q"), limit("resets Dec 99, 9999"), "busy\n\n", "\0\n", "ready"])
    for (const seconds of [Date.now() / 1000, 0, -86_400.5, 2 ** 33, 9e15])
      for (const pid of ["1", "0", "99999999999999999999", "-1", "x"]) {
        writeFileSync(mood, content);
        writeFileSync(agent, `${pid}\n\0\n`);
        utimesSync(mood, seconds, seconds);
        expect((await bell.mood(world.place)).mood, `${content} ${seconds} ${pid}`).toBeTruthy();
      }
  for (const file of [mood, agent, parked]) {
    rmSync(file, { force: true });
    mkdirSync(file);
    expect((await bell.mood(world.place)).mood).toBeTruthy();
  }
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "");
  expect(await told(world)).toBe("unknown");
});

test("it is busy since it began, not since its last sign of life", async () => {
  await using world = await hookWorld();
  await world.hook("mood.sh", ["busy"]);
  const long = new Date("2026-01-02T03:04:05.000Z");
  utimesSync(world.places.mood, long, long);
  await world.hook("mood.sh", ["busy"]);
  await world.hook("after-tool.sh", [world.places.mark, "PostToolUse"]);
  expect(await bell.mood(world.place)).toMatchObject({ mood: "busy", since: long.toISOString() });
});

test("what it asks, and when its limit ends, are told in its own words", async () => {
  await using world = await hookWorld();
  await world.hook("mood.sh", ["asking", "why"], {
    hook_event_name: "PermissionRequest",
    tool_name: "Bash",
    tool_input: { command: `echo "${"x".repeat(9000)}"` },
  });
  expect(await bell.mood(world.place)).toMatchObject({ mood: "asking", detail: "Bash" });
  await world.hook("mood.sh", ["limited", "why"], {
    hook_event_name: "StopFailure",
    error: "rate_limit",
    last_assistant_message: "You've hit your session limit · resets 3pm (Asia/Tokyo)",
  });
  expect(await bell.mood(world.place)).toMatchObject({ mood: "limited", detail: "resets 3pm (Asia/Tokyo)" });
  const long = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(world.places.mood, long, long);
  expect(await bell.mood(world.place)).toMatchObject({ mood: "unknown" });
  await world.hook("mood.sh", ["ready"]);
  expect(await bell.mood(world.place)).toMatchObject({ mood: "ready", detail: undefined });
});

test("an agent whose process is gone is gone, whatever it told last", async () => {
  await using world = await hookWorld();
  const child = spawn("sleep", ["100"], { stdio: "ignore" });
  await once(child, "spawn");
  writeFileSync(world.places.mood, `busy ${child.pid}\n`);
  writeFileSync(world.places.agent, `${child.pid}\n\n`);
  expect(await told(world)).toBe("busy");
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(await told(world)).toBe("gone");
  writeFileSync(world.places.agent, `${process.pid}\nanother-boot:1\n`);
  expect(await told(world)).toBe("gone");
});

test("nothing known is unknown: no file, one that makes no sense, one that is none, hooks that never ran", async () => {
  await using world = await hookWorld();
  const { mood } = world.places;
  const old = new Date(Date.now() - 120_000);
  utimesSync(mood, old, old);
  expect(await told(world)).toBe("unknown");
  for (const text of ["dancing\n", "", `busy ${process.pid}`]) {
    writeFileSync(mood, text);
    expect(await told(world), text).toBe("unknown");
  }
  rmSync(mood);
  expect(await told(world)).toBe("unknown");
  symlinkSync("/etc/hostname", mood);
  expect(await told(world)).toBe("unknown");
  rmSync(mood);
  mkdirSync(mood);
  expect(await told(world)).toBe("unknown");
});

test("readiness is waited for until the hook has run", async () => {
  await using world = await hookWorld();
  const ready = bell.whenReady(world.place, { limit: 20_000 });
  await world.hook("mood.sh", ["ready"]);
  expect(await ready).toMatchObject({ mood: "ready" });
});

test("waiting for readiness ends with its limit and with its signal, and tells what is known then", async () => {
  await using world = await hookWorld();
  expect(await bell.whenReady(world.place, { limit: 20 })).toMatchObject({ mood: "starting" });
  const stopped = new AbortController();
  const waiting = bell.whenReady(world.place, { limit: 20_000, signal: stopped.signal });
  stopped.abort();
  expect(await waiting).toMatchObject({ mood: "starting" });
});

test("a ring never writes into a file or through a link that was put in the FIFO's place", async () => {
  await using world = await hookWorld();
  const { ring, ritual } = world.places;
  writeFileSync(ring, "mine");
  expect(await bell.wake(world.place)).toBe("nobody");
  expect(readFileSync(ring, "utf8")).toBe("mine");
  const before = readFileSync(ritual, "utf8");
  rmSync(ring);
  symlinkSync(ritual, ring);
  expect(await bell.wake(world.place)).toBe("nobody");
  expect(readFileSync(ritual, "utf8")).toBe(before);
  execFileSync("mkfifo", [`${ring}-of-others`]);
  const other = openSync(`${ring}-of-others`, constants.O_RDWR);
  rmSync(ring);
  symlinkSync(`${ring}-of-others`, ring);
  expect(await bell.wake(world.place)).toBe("nobody");
  closeSync(other);
  rmSync(world.places.bell, { recursive: true });
  writeFileSync(world.places.bell, "");
  expect(await bell.wake(world.place)).toBe("nobody");
});

test("to hold the ring is not to wait at it", async () => {
  await using world = await hookWorld();
  const release = await bell.hold(world.place);
  expect(await bell.wake(world.place)).toBe("nobody");
  release();
  expect(await bell.wake(world.place)).toBe("nobody");
});

test("who is seen to be gone has its waiter sent home", async () => {
  await using world = await hookWorld();
  const release = await bell.hold(world.place);
  const { ended } = await world.waiter();
  writeFileSync(world.places.mood, "gone 1\n");
  expect(await told(world)).toBe("gone");
  expect(await ended).toMatchObject({ status: 0, stderr: "" });
  release();
});

test("how far it has come is told with its conversation, and only by a file of its own", async () => {
  await using world = await hookWorld();
  const id = "00000000-0000-4000-8000-000000000001";
  const { steps, agent } = world.places;
  const progress = (of = process.pid) => bell.progress(world.place, of);
  expect(await progress()).toBe("silent");
  await world.hook("start.sh", [], { session_id: id });
  expect(await progress()).toBe("silent");
  await world.hook("mood.sh", ["busy"]);
  await world.hook("step.sh", []);
  expect(await progress()).toEqual({ steps: 1, conversation: id });
  expect(await progress(process.ppid)).toBeUndefined();
  writeFileSync(agent, `${process.ppid}\n`);
  for (const hook of ["step.sh", "stop.sh"]) await world.hook(hook, [world.places.mark]);
  expect(await progress()).toMatchObject({ steps: 1 });
  rmSync(steps);
  symlinkSync(world.places.ritual, steps);
  expect(await progress()).toMatchObject({ steps: 0 });
  rmSync(steps);
  mkdirSync(steps);
  expect(await progress()).toMatchObject({ steps: 0 });
});

test("who wants to know is told of every mood that a hook writes, until they have heard enough", async () => {
  await using world = await hookWorld();
  const enough = new AbortController();
  let notices = 0;
  bell.onMood?.(world.place, () => notices++, enough.signal);
  for (const mood of ["busy", "ready"]) {
    const before = notices;
    await world.hook("mood.sh", [mood]);
    await vi.waitFor(() => expect(notices).toBeGreaterThan(before), { timeout: 10_000 });
    expect(await told(world)).toBe(mood);
  }
  enough.abort();
  const before = notices;
  await world.hook("mood.sh", ["busy"]);
  expect(notices).toBe(before);
  bell.onMood?.({ ...world.place, role: "nobody" }, () => {}, new AbortController().signal);
});
