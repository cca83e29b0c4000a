import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import type { Waker } from "#agent-cli/waker.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { modSocket } from "./mod-socket.ts";
import { withMod } from "./with-mod.ts";

const LINE = "[MESSAGE from storm] You have mail: call check_inbox.";

/** A relay beside an agent; the test is the mod. */
async function agentFixture() {
  const folder = await temporaryFolder();
  const paths: AgentPaths = { role: "storm", folder: folder.path, relay: join(folder.path, "relay") };
  const files = exchangePaths(paths);
  mkdirSync(files.hooksFolder, { recursive: true });
  mkdirSync(join(paths.relay, "pending"), { recursive: true });
  const rung: string[] = [];
  const hooks: Waker = {
    wake: async () => {
      rung.push("hook");
      return "woken";
    },
    hold: async () => () => void rung.push("released"),
    clear: async () => {},
    park: async () => {},
    dismiss: async () => {},
  };
  const waker = withMod(hooks);
  const mark = (newest: string, more = "") =>
    writeFileSync(`${files.mark}${more}`, `${LINE}\n{"newest":"${newest}"}\n`);
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return { paths, files, waker, rung, mark, socket: modSocket(paths) };
}

/** A request as Claude Code sends it. */
function ask(socketPath: string, path: string, event?: object): Promise<string> {
  return new Promise((done, fail) => {
    const method = event ? "POST" : "GET";
    const sent = request({ socketPath, path, method, agent: false }, async (response) => {
      let text = "";
      for await (const chunk of response.setEncoding("utf8")) text += chunk;
      done(text);
    });
    sent.on("error", fail).end(event && JSON.stringify(event));
  });
}

test("an agent whose relay serves no mod is woken by its hooks", async () => {
  const { waker, paths, rung } = await agentFixture();
  expect(await waker.wake(paths)).toBe("woken");
  expect(rung).toEqual(["hook"]);
});

test("an agent whose folder was replaced by a file is woken by its hooks", async () => {
  const { waker, paths, rung, files } = await agentFixture();
  rmSync(files.hooksFolder, { recursive: true });
  writeFileSync(files.hooksFolder, "");
  expect(await waker.wake(paths)).toBe("woken");
  expect(rung).toEqual(["hook"]);
});

test("a mod gets the line of the mark, urgent mail first, and hooks do not announce it again", async () => {
  const { waker, paths, rung, mark, socket, files } = await agentFixture();
  const release = await waker.hold(paths);
  onTestFinished(release);
  mark("7-a");
  mark("7-b", ".urgent");
  const waiting = ask(socket, "/wait");
  await vi.waitUntil(async () => (await waker.wake(paths)) && rung.length === 0);
  expect(JSON.parse(await waiting)).toEqual({ id: 1, text: LINE });
  for (const name of ["told-7-b", "told-urgent-7-b"]) expect(existsSync(join(files.hooksFolder, name))).toBe(true);
  expect(await ask(socket, "/report", { told: 1 })).toBe("");
});

test("mail that a hook has announced a moment ago stays with the hook", async () => {
  const { waker, paths, rung, mark, socket, files } = await agentFixture();
  onTestFinished(await waker.hold(paths));
  mark("7-a");
  writeFileSync(join(files.hooksFolder, "told-7-a"), "");
  let answer = "";
  void ask(socket, "/wait").then(
    (text) => {
      answer = text;
    },
    () => {},
  );
  await ask(socket, "/report", {});
  expect(await waker.wake(paths)).toBe("woken");
  expect([answer, rung]).toEqual(["", []]);
});

test("an aborted turn makes a busy agent ready, and changes no other mood", async () => {
  const { waker, paths, files, socket } = await agentFixture();
  onTestFinished(await waker.hold(paths));
  for (const [before, after] of [
    ["busy 12345", "ready 12345"],
    ["asking 12345", "ready 12345"],
    ["limited 12345", "limited 12345"],
    ["gone 12345", "gone 12345"],
  ]) {
    writeFileSync(files.mood, `${before}\n`);
    await ask(socket, "/report", { aborted: true });
    expect(readFileSync(files.mood, "utf8").split("\n")[0]).toBe(after);
  }
});

test("a relay that ends leaves the socket to its successor", async () => {
  const { waker, paths, socket } = await agentFixture();
  const release = await waker.hold(paths);
  onTestFinished(await waker.hold(paths));
  release();
  await new Promise(setImmediate);
  expect(await ask(socket, "/report", {})).toBe("");
});

test("anything in place of the socket means that there is no mod", async () => {
  const { waker, paths, rung, socket } = await agentFixture();
  const elsewhere = `${socket}-elsewhere`;
  let calls = 0;
  const server = createServer((line) => {
    calls++;
    line.end("HTTP/1.1 200 OK\r\n\r\nwoken");
  });
  await new Promise<void>((done) => server.listen(elsewhere, done));
  onTestFinished(() => void server.close());
  symlinkSync(elsewhere, socket);
  await waker.wake(paths);
  expect([calls, rung]).toEqual([0, ["hook"]]);
});

test.for([
  ["says nothing", "", 3000],
  ["says something else", "HTTP/1.1 200 OK\r\n\r\nno-mod woken no", 3000],
  ["says too much", "x".repeat(100_000), 900],
] as const)("a forged relay that %s leaves the agent to its hooks", { timeout: 10_000 }, async ([, text, limit]) => {
  const { waker, paths, rung, socket } = await agentFixture();
  const server = createServer((line) => void line.on("error", () => {}).write(text));
  await new Promise<void>((done) => server.listen(socket, done));
  onTestFinished(() => void server.close());
  const before = performance.now();
  await waker.wake(paths);
  expect(performance.now() - before).toBeLessThan(limit);
  expect(rung).toEqual(["hook"]);
});

test("anything but a small request closes the connection, and the relay goes on", async () => {
  const { waker, paths, socket } = await agentFixture();
  onTestFinished(await waker.hold(paths));
  const tooLong = `POST /report HTTP/1.1\r\ncontent-length: 20000\r\n\r\n`;
  const chunked = "POST /report HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n";
  for (const text of ["hello\r\n\r\n", "GET /nothing HTTP/1.1\r\n\r\n", tooLong, chunked, "x".repeat(20_000)]) {
    const line = connect(socket);
    line.on("error", () => {}).write(text);
    await new Promise((closed) => line.once("close", closed));
  }
  expect(await ask(socket, "/report", {})).toBe("");
});

test("requests may come in pieces, and several in one", async () => {
  const { waker, paths, socket } = await agentFixture();
  onTestFinished(await waker.hold(paths));
  const line = connect(socket);
  onTestFinished(() => void line.destroy());
  let text = "";
  line.setEncoding("latin1").on("data", (chunk) => {
    text += chunk;
  });
  const body = `{"told":"日本"}`;
  const one = `POST /report HTTP/1.1\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const bytes = Buffer.from(one + one);
  for (const byte of [bytes.subarray(0, 30), bytes.subarray(30, bytes.length - 5), bytes.subarray(bytes.length - 5)]) {
    line.write(byte);
    await new Promise(setImmediate);
  }
  await vi.waitUntil(() => text.match(/200 OK/g)?.length === 2);
});
