import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OvldError } from "#errors/ovld-error.ts";
import { endSession } from "./end.ts";
import type { Ask } from "./run.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Ends `ovld-a` with a zellij that gives these answers, without real pauses. */
async function end(ask: Ask): Promise<unknown> {
  const queries = { ask, sockets: () => [], hasServer: async () => false };
  const ended = endSession("zellij", queries, "ovld-a").catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return ended;
}

test("a session that survives its end throws", async () => {
  const asked: string[] = [];
  const stubborn: Ask = async (command) => {
    asked.push(command);
    return command === "list-sessions" ? "ovld-a [Created 3s ago]" : "";
  };
  expect(await end(stubborn)).toMatchObject({ code: "session-not-ended", details: { session: "ovld-a" } });
  expect(asked.filter((command) => command === "delete-session").length).toBeGreaterThan(50);
});

test("a failing zellij is an error, not an ended session", async () => {
  const failure = new OvldError("program-failed", {
    ...{ program: "zellij", args: [], exitCode: 3, signal: null, stdout: "", stderr: "broken" },
  });
  expect(await end(() => Promise.reject(failure))).toBe(failure);
});
