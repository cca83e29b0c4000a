import { createServer } from "node:net";
import { expect, test } from "vitest";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { watchSocket } from "#home/watch-socket.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { summonedArmy } from "#test/support/summoned-army.ts";
import { ensureWatcher } from "./ensure-watcher.ts";

/** The background commands started by `ensureWatcher`. */
async function ensured(services: MemoryServices, prepare: (session: string) => void = () => {}) {
  const army = await summonedArmy(services);
  services.started.length = 0;
  prepare(army.name);
  await ensureWatcher(army, services);
  return services.started.map(([command]) => command);
}

test("a running army without a watcher gets one", async () => {
  await using services = await memoryServices();
  expect(await ensured(services)).toEqual(["watch"]);
});

test("a watched army gets no second watcher", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  const socket = watchSocket(sessionPaths(resolvePaths(services.env), army.name).folder);
  const watcher = createServer((line) => line.resume());
  await new Promise<void>((done) => watcher.listen(socket, done));
  services.started.length = 0;
  await ensureWatcher(army, services);
  await new Promise((done) => watcher.close(done));
  expect(services.started).toEqual([]);
});

test("an ended army gets no watcher", async () => {
  await using services = await memoryServices();
  expect(await ensured(services, (session) => services.multiplexer.lose(session))).toEqual([]);
});

test("a watcher that cannot be started does not stop the command", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  const startDetached = async () => {
    throw new Error("EMFILE");
  };
  await ensureWatcher(army, { ...services, adapters: { ...services.adapters, startDetached } });
});
