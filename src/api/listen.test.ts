import { connect, type Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { listen } from "./listen.ts";
import { openUpgrades } from "./terminal/upgrades.ts";

const here = { address: "127.0.0.1", port: 0, insecure: false };

test("connections beyond the limit are closed, and earlier ones stay open", async () => {
  const { server, port } = await listen({ ...here, connections: 3 }, (_, response) => void response.end("ok"));
  const clients: Socket[] = [];
  const join = () =>
    new Promise<boolean>((done) => {
      const client = connect(port, "127.0.0.1");
      client.on("error", () => {}).on("close", () => done(false));
      client.on("data", () => done(true)).write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
      clients.push(client);
    });
  try {
    for (const isTaken of [true, true, true, false]) expect(await join()).toBe(isTaken);
    expect(clients.map(({ destroyed }) => destroyed)).toEqual([false, false, false, true]);
  } finally {
    for (const client of clients) client.destroy();
    server.close();
  }
  expect((await listen(here, () => {}).then(({ server }) => server.close())).maxConnections).toBeGreaterThan(600);
});

test("a refused upgrade leaves no half-open connection behind", async () => {
  const { server, port } = await listen(here, (_, response) => void response.writeHead(401).end("no"));
  openUpgrades(server);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let answer = "";
  const client = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  client.on("error", () => {}).on("data", (bytes) => (answer += bytes));
  client.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
  const open = () => new Promise<number>((done) => server.getConnections((_, count) => done(count)));
  try {
    await vi.waitFor(async () => {
      vi.advanceTimersByTime(1000);
      expect([answer.startsWith("HTTP/1.1 401"), await open()]).toEqual([true, 0]);
    }, 20_000);
  } finally {
    vi.useRealTimers();
    client.destroy();
    server.close();
  }
});
