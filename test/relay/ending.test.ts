import { execFileSync, spawn, spawnSync } from "node:child_process";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type RelayClient, relayCommand, temporarySession } from "./built.ts";

/** Maximum milliseconds until a relay has ended. */
const LIMIT = 1000;

async function endsInTime(relay: RelayClient, cause: () => void) {
  const from = performance.now();
  cause();
  const end = await relay.exited;
  expect(performance.now() - from).toBeLessThan(LIMIT);
  return end;
}

test("the relay ends when its input closes", async () => {
  await using session = await temporarySession();
  const relay = session.start("inferno");
  await relay.initialize();
  const end = await endsInTime(relay, () => relay.child.stdin?.end());
  expect(end).toEqual({ status: 0, signal: null });
  expect(relay.stderr()).toBe("");
});

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("the relay ends on %s", async (signal) => {
  await using session = await temporarySession();
  const relay = session.start("inferno");
  await relay.initialize();
  expect(await endsInTime(relay, () => relay.child.kill(signal))).toEqual({ status: 0, signal: null });
});

test("the relay ends when its output pipe is closed", async () => {
  await using session = await temporarySession();
  const relay = session.start("inferno");
  await relay.initialize();
  const end = await endsInTime(relay, () => {
    relay.child.stdout?.destroy();
    relay.send({ id: 1, method: "ping" });
  });
  expect(end).toEqual({ status: 0, signal: null });
  expect(relay.stderr()).toBe("");
});

test("the relay ends when its parent is killed, though its input stays open", async () => {
  await using session = await temporarySession();
  // The test keeps a descriptor of the FIFO, so the relay's input stays open when the parent dies.
  const fifo = join(session.folder, "input");
  execFileSync("mkfifo", [fifo]);
  await using input = await open(fifo, "r+");
  const program = `const { spawn } = require("node:child_process");
    const { pid } = spawn(process.execPath, ${JSON.stringify(relayCommand)}, { stdio: "inherit" });
    process.stderr.write(String(pid));`;
  const parent = spawn(process.execPath, ["-e", program], {
    env: session.env("inferno"),
    stdio: [input.fd, "pipe", "pipe"],
  });
  let [said, answered] = ["", ""];
  parent.stderr?.on("data", (text) => (said += text));
  parent.stdout?.on("data", (text) => (answered += text));
  await input.write(`${JSON.stringify({ jsonrpc: "2.0", id: 7, method: "ping" })}\n`);
  await expect.poll(() => answered, { timeout: 20_000 }).toContain('"id":7');
  const from = performance.now();
  parent.kill("SIGKILL");
  try {
    await expect.poll(() => isRunning(Number(said)), { timeout: 20_000 }).toBe(false);
  } finally {
    if (isRunning(Number(said))) process.kill(Number(said), "SIGKILL");
  }
  expect(performance.now() - from).toBeLessThan(LIMIT);
});

test.each(["SIGTERM", "input closed"])("writes that have begun are finished and answered: %s", async (cause) => {
  await using session = await temporarySession({ durability: "power" });
  const relay = session.start("inferno");
  await relay.initialize();
  const ids = Array.from({ length: 5 }, (_, n) => n);
  for (const id of ids)
    relay.send({
      id,
      method: "tools/call",
      params: { name: "send_message", arguments: { to: "storm", subject: `${id}`, body: "x".repeat(10_000) } },
    });
  await expect.poll(() => relay.replies.length).toBeGreaterThan(1);
  if (cause === "SIGTERM") relay.child.kill("SIGTERM");
  else relay.child.stdin?.end();
  // No time limit: the duration depends on the disk.
  await relay.exited;
  const answered = relay.replies.filter(({ id, result }) => typeof id === "number" && result?.isError === false);
  const stored = (await session.store.mail.unread("storm")).map(({ subject }) => subject);
  expect(answered.map(({ id }) => String(id))).toEqual(stored.slice(0, answered.length));
  if (cause === "input closed") expect(stored).toHaveLength(ids.length);
  expect(stored).toHaveLength(answered.length);
});

test("mail that was answered while the input was closing is redelivered", async () => {
  await using session = await temporarySession();
  const storm = session.start("storm");
  await storm.initialize();
  await storm.call("send_message", { to: "inferno", subject: "s", body: "b" });
  const relay = session.start("inferno");
  await relay.initialize();
  relay.send({ id: 1, method: "tools/call", params: { name: "check_inbox" } });
  relay.child.stdin?.end();
  await relay.exited;
  const next = session.start("inferno");
  await next.initialize();
  expect((await next.call("check_inbox")).structuredContent).toMatchObject({
    messages: [{ body: "b", redelivered: true }],
  });
});

test("the session's log has the relay's start, calls and end, but no text of messages", async () => {
  await using session = await temporarySession();
  const relay = session.start("inferno");
  await relay.initialize();
  await relay.call("send_message", { to: "storm", subject: "SUBJECT", body: "BODY" });
  relay.child.stdin?.end();
  await relay.exited;
  const log = await readFile(join(session.relayFolder, "..", "logs", "relay-inferno.log"), "utf8");
  const events = log
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events).toMatchObject([
    { level: "info", event: "start", role: "inferno", session: "ovld-test" },
    { level: "info", event: "call", tool: "send_message", isError: false },
    { level: "info", event: "end", reason: "input-closed", finished: true },
  ]);
  expect(log).not.toMatch(/SUBJECT|BODY/);
});

/** False for a zombie too. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return /^[^Z\s]/.test(stdout);
}
