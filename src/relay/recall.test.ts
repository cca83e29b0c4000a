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

/** A memory that has this trace of whatever it is asked for, and a clock that a second is added to whenever somebody waits. */
function mind(trace: CallRecord | undefined) {
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
  ["has it", answered, "kept"],
  ["has the call alone", asked, "not yet"],
  ["has nothing of it", others, "not yet"],
  ["has that it was broken off", failed, "left out"],
  ["is not kept", undefined, "kept"],
] as const)("of an answer, where the record %s", async (_name, trace, recollection) => {
  expect(await mind(trace).answerTo("a")).toBe(recollection);
});

test.each([
  ["a record that has others, but not this one, leaves it out", others, "left out"],
  ["one that has the call and never its answer does, too", asked, "left out"],
  ["one that has none at all proves nothing: the answer counts as kept", nothing, "kept"],
] as const)("after ten minutes %s", async (_name, trace, recollection) => {
  const { here, answerTo } = mind(trace);
  expect(await answerTo("a")).toBe("not yet");
  here.elapsed += 9 * MINUTE;
  expect(await answerTo("a")).toBe("not yet");
  expect(await answerTo("b")).toBe("not yet");
  here.elapsed += MINUTE;
  expect(await answerTo("a")).toBe(recollection);
  expect(await answerTo("b")).toBe("not yet");
});

test("a call without a name, or an agent that keeps no record, is not waited for", async () => {
  const { here, answerTo, remembers } = mind(nothing);
  expect(await answerTo(undefined)).toBe("kept");
  await remembers(undefined, ongoing);
  expect(here.looks).toBe(0);
  here.trace = undefined;
  await remembers("a", ongoing);
  expect(here.looks).toBe(1);
  expect(await recall({ transcript: undefined, clock: systemClock, log: { write() {} } }).answerTo("a")).toBe("kept");
});

test.each([asked, answered, failed])("who waits goes on as soon as the call is written down: $kept", async (trace) => {
  const { here, remembers, warnings } = mind(others);
  here.onWait = () => {
    if (here.looks === 5) here.trace = trace;
  };
  await remembers("a", ongoing);
  expect(here.looks).toBe(6);
  expect(warnings).toEqual([]);
});

test("a record that is not written is waited for once, until it is written again", async () => {
  const { here, remembers, warnings } = mind(others);
  await remembers("a", ongoing);
  expect(here.looks).toBe(31);
  await remembers("b", ongoing);
  expect(here.looks).toBe(32);
  expect(warnings).toEqual(["not-written-down"]);
  here.trace = asked;
  await remembers("c", ongoing);
  here.trace = others;
  await remembers("d", ongoing);
  expect(here.looks).toBe(33 + 31);
  expect(warnings).toHaveLength(2);
});

test("a record that cannot be read is waited for", async () => {
  const look = async () => Promise.reject(new Error("EIO"));
  const { answerTo } = recall({ transcript: { look }, clock: systemClock, log: { write() {} } });
  expect(await answerTo("a")).toBe("not yet");
});

test("who waits is sent away when the call is cancelled, or the agent ends", async () => {
  const ending = new AbortController();
  const { here, remembers } = mind(others);
  here.onWait = () => ending.abort();
  await expect(remembers("a", ending.signal)).rejects.toThrow("cancelled");
  expect(here.looks).toBe(1);
});
