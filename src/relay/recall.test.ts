import { expect, test } from "vitest";
import type { CallRecord } from "#agent-cli/transcript.ts";
import { type Clock, systemClock } from "#base/clock.ts";
import { recall } from "./recall.ts";

const others: CallRecord = { kept: undefined, hasOthers: true };
const nothing: CallRecord = { kept: undefined, hasOthers: false };
const asked: CallRecord = { ...others, kept: "asked" };
const answered: CallRecord = { ...others, kept: "answered" };
const failed: CallRecord = { ...others, kept: "failed" };
const MINUTE = 60_000;
const ongoing = new AbortController().signal;

/** A recall with this record for every call, and a clock that advances by a second in each wait. */
function recalling(trace: CallRecord | undefined) {
  const warnings: string[] = [];
  const here = { trace, looks: 0, elapsed: 0, onWait: () => {} };
  const clock: Clock = {
    ...systemClock,
    elapsed: () => here.elapsed,
    async wait() {
      here.elapsed += 1000;
      here.onWait();
    },
  };
  const look = async () => {
    here.looks++;
    return here.trace;
  };
  const log = { write: (_level: string, event: string) => void warnings.push(event) };
  return { here, warnings, ...recall({ transcript: { look }, clock, log }) };
}

test.each([
  ["contains it", answered, "kept"],
  ["contains only the call", asked, "not yet"],
  ["contains nothing of it", others, "not yet"],
  ["contains a failed call", failed, "left out"],
  ["does not exist", undefined, "kept"],
] as const)("the state of an answer if the record %s", async (_name, trace, recollection) => {
  expect(await recalling(trace).answerTo("a")).toBe(recollection);
});

test.each([
  ["a call missing among others is left out", others, "left out"],
  ["a call without an answer is left out", asked, "left out"],
  ["an answer counts as kept if the record has no calls at all", nothing, "kept"],
] as const)("after ten minutes %s", async (_name, trace, recollection) => {
  const { here, answerTo } = recalling(trace);
  expect(await answerTo("a")).toBe("not yet");
  here.elapsed += 9 * MINUTE;
  expect(await answerTo("a")).toBe("not yet");
  expect(await answerTo("b")).toBe("not yet");
  here.elapsed += MINUTE;
  expect(await answerTo("a")).toBe(recollection);
  expect(await answerTo("b")).toBe("not yet");
});

test("no wait for a call without a name, or without a transcript", async () => {
  const { here, answerTo, remembers } = recalling(nothing);
  expect(await answerTo(undefined)).toBe("kept");
  await remembers(undefined, ongoing);
  expect(here.looks).toBe(0);
  here.trace = undefined;
  await remembers("a", ongoing);
  expect(here.looks).toBe(1);
  expect(await recall({ transcript: undefined, clock: systemClock, log: { write() {} } }).answerTo("a")).toBe("kept");
});

test.each([asked, answered, failed])("the wait ends as soon as the call is recorded: $kept", async (trace) => {
  const { here, remembers, warnings } = recalling(others);
  here.onWait = () => {
    if (here.looks === 5) here.trace = trace;
  };
  await remembers("a", ongoing);
  expect(here.looks).toBe(6);
  expect(warnings).toEqual([]);
});

test("a transcript that is not written causes one wait, until it is written again", async () => {
  const { here, remembers, warnings } = recalling(others);
  await remembers("a", ongoing);
  expect(here.looks).toBe(31);
  await remembers("b", ongoing);
  expect(here.looks).toBe(32);
  expect(warnings).toEqual(["call-not-recorded"]);
  here.trace = asked;
  await remembers("c", ongoing);
  here.trace = others;
  await remembers("d", ongoing);
  expect(here.looks).toBe(33 + 31);
  expect(warnings).toHaveLength(2);
});

test("an unreadable transcript counts as not yet written", async () => {
  const look = async () => Promise.reject(new Error("EIO"));
  const { answerTo } = recall({ transcript: { look }, clock: systemClock, log: { write() {} } });
  expect(await answerTo("a")).toBe("not yet");
});

test("the wait rejects when the call is cancelled or the agent ends", async () => {
  const ending = new AbortController();
  const { here, remembers } = recalling(others);
  here.onWait = () => ending.abort();
  await expect(remembers("a", ending.signal)).rejects.toThrow("cancelled");
  expect(here.looks).toBe(1);
});
