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
import { exchangeWaker } from "#agent-cli/exchange/waker.ts";
import { type HookFixture, hookFixture } from "./hook-fixture.contract.ts";
import { claudeSenses } from "./senses.ts";

const port = { ...exchangeWaker(), ...claudeSenses().observer };

const told = async (fixture: HookFixture) => (await port.mood(fixture.paths)).mood;

test("an agent starts, is ready once its relay is connected, and then works", async () => {
  await using fixture = await hookFixture();
  expect(await told(fixture)).toBe("starting");
  const ended = fixture.hook("wait.sh", [fixture.hooks.mark, "patiently"]);
  await fixture.hook("start.sh", []);
  expect(await told(fixture)).toBe("starting");
  const release = await port.hold(fixture.paths);
  expect(await port.whenReady(fixture.paths, { limit: 20_000 })).toEqual({
    mood: "ready",
    since: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  await fixture.hook("mood.sh", ["busy"]);
  expect(await told(fixture)).toBe("busy");
  await fixture.hook("start.sh", []);
  expect(await told(fixture)).toBe("ready");
  release();
  expect(await ended).toMatchObject({ status: 0 });
});

test("an agent becomes ready even if its relay is faster than its start hook", async () => {
  await using fixture = await hookFixture();
  for (const before of ["starting\n", "gone 1\n"]) {
    writeFileSync(fixture.hooks.mood, before);
    rmSync(fixture.hooks.agent, { force: true });
    const release = await port.hold(fixture.paths);
    const ended = fixture.hook("wait.sh", [fixture.hooks.mark, "patiently"]);
    await vi.waitUntil(async () => (await told(fixture)) === "ready", { timeout: 10_000 });
    await fixture.hook("start.sh", []);
    expect(await told(fixture)).toBe("ready");
    release();
    await ended;
  }
});

test("a mood can be read from any file content", async () => {
  await using fixture = await hookFixture();
  const { mood, agent, parked, hooksFolder: folder } = fixture.hooks;
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
        expect((await port.mood(fixture.paths)).mood, `${content} ${seconds} ${pid}`).toBeTruthy();
      }
  for (const file of [mood, agent, parked]) {
    rmSync(file, { force: true });
    mkdirSync(file);
    expect((await port.mood(fixture.paths)).mood).toBeTruthy();
  }
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "");
  expect(await told(fixture)).toBe("unknown");
});

test("busy counts from its start, not from the last hook", async () => {
  await using fixture = await hookFixture();
  await fixture.hook("mood.sh", ["busy"]);
  const long = new Date("2026-01-02T03:04:05.000Z");
  utimesSync(fixture.hooks.mood, long, long);
  await fixture.hook("mood.sh", ["busy"]);
  await fixture.hook("after-tool.sh", [fixture.hooks.mark, "PostToolUse"]);
  expect(await port.mood(fixture.paths)).toMatchObject({ mood: "busy", since: long.toISOString() });
});

test("the question and the end of a limit are in the agent CLI's words", async () => {
  await using fixture = await hookFixture();
  await fixture.hook("mood.sh", ["asking", "why"], {
    hook_event_name: "PermissionRequest",
    tool_name: "Bash",
    tool_input: { command: `echo "${"x".repeat(9000)}"` },
  });
  expect(await port.mood(fixture.paths)).toMatchObject({ mood: "asking", detail: "Bash" });
  await fixture.hook("mood.sh", ["limited", "why"], {
    hook_event_name: "StopFailure",
    error: "rate_limit",
    last_assistant_message: "You've hit your session limit · resets 3pm (Asia/Tokyo)",
  });
  expect(await port.mood(fixture.paths)).toMatchObject({ mood: "limited", detail: "resets 3pm (Asia/Tokyo)" });
  const long = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(fixture.hooks.mood, long, long);
  expect(await port.mood(fixture.paths)).toMatchObject({ mood: "unknown" });
  await fixture.hook("mood.sh", ["ready"]);
  expect(await port.mood(fixture.paths)).toMatchObject({ mood: "ready", detail: undefined });
});

test("an agent without a process is gone, with any last mood", async () => {
  await using fixture = await hookFixture();
  const child = spawn("sleep", ["100"], { stdio: "ignore" });
  await once(child, "spawn");
  writeFileSync(fixture.hooks.mood, `busy ${child.pid}\n`);
  writeFileSync(fixture.hooks.agent, `${child.pid}\n\n`);
  expect(await told(fixture)).toBe("busy");
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(await told(fixture)).toBe("gone");
  writeFileSync(fixture.hooks.agent, `${process.pid}\nanother-boot:1\n`);
  expect(await told(fixture)).toBe("gone");
});

test("the mood is unknown without a file, with a damaged one, with a folder, and if hooks never ran", async () => {
  await using fixture = await hookFixture();
  const { mood } = fixture.hooks;
  const old = new Date(Date.now() - 120_000);
  utimesSync(mood, old, old);
  expect(await told(fixture)).toBe("unknown");
  for (const text of ["dancing\n", "", `busy ${process.pid}`]) {
    writeFileSync(mood, text);
    expect(await told(fixture), text).toBe("unknown");
  }
  rmSync(mood);
  expect(await told(fixture)).toBe("unknown");
  symlinkSync("/etc/hostname", mood);
  expect(await told(fixture)).toBe("unknown");
  rmSync(mood);
  mkdirSync(mood);
  expect(await told(fixture)).toBe("unknown");
});

test("whenReady resolves when the hook has run", async () => {
  await using fixture = await hookFixture();
  const ready = port.whenReady(fixture.paths, { limit: 20_000 });
  await fixture.hook("mood.sh", ["ready"]);
  expect(await ready).toMatchObject({ mood: "ready" });
});

test("whenReady resolves with the last mood at its limit and on abort", async () => {
  await using fixture = await hookFixture();
  expect(await port.whenReady(fixture.paths, { limit: 20 })).toMatchObject({ mood: "starting" });
  const stopped = new AbortController();
  const waiting = port.whenReady(fixture.paths, { limit: 20_000, signal: stopped.signal });
  stopped.abort();
  expect(await waiting).toMatchObject({ mood: "starting" });
});

test("wake never writes into a file or through a symlink in place of the FIFO", async () => {
  await using fixture = await hookFixture();
  const { fifo, ritual } = fixture.hooks;
  writeFileSync(fifo, "mine");
  expect(await port.wake(fixture.paths)).toBe("no-wait-hook");
  expect(readFileSync(fifo, "utf8")).toBe("mine");
  const before = readFileSync(ritual, "utf8");
  rmSync(fifo);
  symlinkSync(ritual, fifo);
  expect(await port.wake(fixture.paths)).toBe("no-wait-hook");
  expect(readFileSync(ritual, "utf8")).toBe(before);
  execFileSync("mkfifo", [`${fifo}-of-others`]);
  const other = openSync(`${fifo}-of-others`, constants.O_RDWR);
  rmSync(fifo);
  symlinkSync(`${fifo}-of-others`, fifo);
  expect(await port.wake(fixture.paths)).toBe("no-wait-hook");
  closeSync(other);
  rmSync(fixture.hooks.hooksFolder, { recursive: true });
  writeFileSync(fixture.hooks.hooksFolder, "");
  expect(await port.wake(fixture.paths)).toBe("no-wait-hook");
});

test("holding the FIFO open does not count as a wait hook", async () => {
  await using fixture = await hookFixture();
  const release = await port.hold(fixture.paths);
  expect(await port.wake(fixture.paths)).toBe("no-wait-hook");
  release();
  expect(await port.wake(fixture.paths)).toBe("no-wait-hook");
});

test("a gone agent's wait hook is ended", async () => {
  await using fixture = await hookFixture();
  const release = await port.hold(fixture.paths);
  const { ended } = await fixture.waitHook();
  writeFileSync(fixture.hooks.mood, "gone 1\n");
  expect(await told(fixture)).toBe("gone");
  expect(await ended).toMatchObject({ status: 0, stderr: "" });
  release();
});

test("progress includes the conversation, and counts only a plain file", async () => {
  await using fixture = await hookFixture();
  const id = "00000000-0000-4000-8000-000000000001";
  const { steps, agent } = fixture.hooks;
  const progress = (of = process.pid) => port.progress(fixture.paths, of);
  expect(await progress()).toBe("silent");
  await fixture.hook("start.sh", [], { session_id: id });
  expect(await progress()).toBe("silent");
  await fixture.hook("mood.sh", ["busy"]);
  await fixture.hook("step.sh", []);
  expect(await progress()).toEqual({ steps: 1, conversation: id });
  expect(await progress(process.ppid)).toBeUndefined();
  writeFileSync(agent, `${process.ppid}\n`);
  for (const hook of ["step.sh", "stop.sh"]) await fixture.hook(hook, [fixture.hooks.mark]);
  expect(await progress()).toMatchObject({ steps: 1 });
  rmSync(steps);
  symlinkSync(fixture.hooks.ritual, steps);
  expect(await progress()).toMatchObject({ steps: 0 });
  rmSync(steps);
  mkdirSync(steps);
  expect(await progress()).toMatchObject({ steps: 0 });
});

test("onMood reports every mood that a hook writes, until the abort", async () => {
  await using fixture = await hookFixture();
  const enough = new AbortController();
  let notices = 0;
  port.onMood?.(fixture.paths, () => notices++, enough.signal);
  for (const mood of ["busy", "ready"]) {
    const before = notices;
    await fixture.hook("mood.sh", [mood]);
    await vi.waitFor(() => expect(notices).toBeGreaterThan(before), { timeout: 10_000 });
    expect(await told(fixture)).toBe(mood);
  }
  enough.abort();
  const before = notices;
  await fixture.hook("mood.sh", ["busy"]);
  expect(notices).toBe(before);
  port.onMood?.({ ...fixture.paths, role: "missing" }, () => {}, new AbortController().signal);
});
