import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { systemClock } from "./clock.ts";
import { fileLog } from "./log.ts";

const clock = { ...systemClock, now: () => 0 };

test("writes one JSON object a line, with time, level and event", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "logs", "relay.log");
  const log = fileLog(file, { clock });
  log.write("info", "started", { role: "業火\n" });
  log.write("debug", "hidden");
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual({
    at: "1970-01-01T00:00:00.000Z",
    level: "info",
    event: "started",
    role: "業火\n",
  });
});

test("rotates by size and keeps a fixed number of files", async () => {
  await using folder = await temporaryFolder();
  const log = fileLog(join(folder.path, "a.log"), { clock, maxBytes: 500, keep: 2 });
  for (let n = 0; n < 50; n++) log.write("info", "event", { n });
  expect((await readdir(folder.path)).sort()).toEqual(["a.log", "a.log.1", "a.log.2"]);
  const lines = (await readFile(join(folder.path, "a.log"), "utf8")).trim().split("\n");
  expect(JSON.parse(lines.at(-1) as string).n).toBe(49);
});

test("a failed write does not throw", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "a.log");
  await mkdir(file);
  expect(() => fileLog(file, { clock }).write("error", "x")).not.toThrow();
});
