import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { hurriedClock } from "#test/support/hurried-clock.ts";
import { endProcessesWith } from "./processes.ts";

const start = (env: NodeJS.ProcessEnv, script = "exec sleep 60") => {
  const child = spawn("sh", ["-c", `echo; ${script}`], { env: { PATH: process.env.PATH, ...env } });
  const ended = new Promise((done) => child.on("close", (_, signal) => done(signal)));
  const ready = new Promise((done) => child.stdout.once("data", done));
  return { child, ended, ready };
};

test("ends only processes that match in every variable", async (context) => {
  context.skip(process.platform !== "linux", "environments are read from /proc");
  const mark = `ovld-test-${process.pid}`;
  const mine = start({ OVLD_TEST: mark, SCOPE: "a" });
  const stubborn = start({ OVLD_TEST: mark, SCOPE: "a" }, "trap '' TERM; while :; do sleep 1; done");
  const others = [start({ OVLD_TEST: mark, SCOPE: "b" }), start({ OVLD_TEST: mark })];
  await Promise.all([mine, stubborn, ...others].map(({ ready }) => ready));
  await endProcessesWith({ OVLD_TEST: mark, SCOPE: "a" }, hurriedClock());
  expect([await mine.ended, await stubborn.ended]).toEqual(["SIGTERM", "SIGKILL"]);
  expect(others.map(({ child }) => child.exitCode ?? child.signalCode)).toEqual([null, null]);
  await endProcessesWith({ OVLD_TEST: mark, SCOPE: undefined }, hurriedClock());
  expect(others.map(({ child }) => child.signalCode)[0]).toBe(null);
  expect(await others[1]?.ended).toBe("SIGTERM");
  others[0]?.child.kill("SIGKILL");
});
