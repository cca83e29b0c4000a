import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundleText } from "#test/support/bundle.ts";
import { skipFor } from "#test/support/programs.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { processTable } from "./process-table.ts";

const noProc = process.platform !== "linux" && "processes are read from /proc";

test("lists parent, arguments and variables of a process, also of one without variables", async (context) => {
  skipFor(context, noProc);
  const start = (env: NodeJS.ProcessEnv) => spawn("/bin/sh", ["-c", "echo; read x; exit"], { env });
  const children = [start({ A: "b=c" }), start({})];
  await Promise.all(children.map(({ stdout }) => once(stdout, "data")));
  const table = await processTable();
  const [one, other] = children.map(({ pid }) => table.find((running) => running.pid === pid));
  for (const child of children) child.kill();
  expect(one).toMatchObject({ parent: process.pid, argv: ["/bin/sh", "-c", "echo; read x; exit"] });
  expect(one?.environment).toMatchObject({ A: "b=c" });
  expect(other).toMatchObject({ parent: process.pid, started: expect.stringMatching(/^\d+$/) });
  expect(table.map(({ pid }) => pid)).not.toContain(process.pid);
});

/** Counts the processes with a mark in a process with few descriptors; with `full` all of them are in use. */
const counting = `
import { openSync } from "node:fs";
import { findProcesses } from "#base/processes.ts";
const [mark, full] = process.argv.slice(2);
try { while (full) openSync("/dev/null", "r"); } catch {}
const found = await findProcesses(({ environment }) => environment.OVLD_TEST === mark).catch((error) => error);
console.log(Array.isArray(found) ? found.length : found.code);
`;

test("few descriptors are enough; EMFILE fails instead of listing nothing", async (context) => {
  skipFor(context, noProc);
  await using folder = await temporaryFolder();
  const program = await bundleText(counting, join(folder.path, "count.mjs"));
  const mark = `ovld-table-${process.pid}`;
  const children = Array.from({ length: 80 }, () =>
    spawn("sleep", ["1000"], { env: { ...process.env, OVLD_TEST: mark } }),
  );
  try {
    await Promise.all(children.map((child) => once(child, "spawn")));
    const count = (...args: string[]) => {
      const limited = `ulimit -n 60; exec "$@"`;
      const argv = ["-c", limited, "sh", process.execPath, program, mark, ...args];
      return execFileSync("sh", argv, { encoding: "utf8" }).trim();
    };
    expect(count()).toBe("80");
    expect(count("full")).toMatch(/^file-failed/);
  } finally {
    for (const child of children) child.kill("SIGKILL");
  }
});
