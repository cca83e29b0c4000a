import { expect, test } from "vitest";
import type { Memory } from "#agent-cli/agent-cli.ts";
import { type Clock, systemClock } from "#base/clock.ts";
import { recall } from "./recall.ts";

type Found = Awaited<ReturnType<Memory["kept"]>>;

/** A memory that `finds` stands in, whatever it is asked for, and a clock that a second is added to whenever somebody waits. */
function mind(finds: Found) {
  const warnings: string[] = [];
  let elapsed = 0;
  const here = { finds, looks: 0, onWait: () => {} };
  const clock: Clock = {
    ...systemClock,
    elapsed: () => elapsed,
    async wait() {
      elapsed += 1000;
      here.onWait();
    },
  };
  const kept = async () => {
    here.looks++;
    return here.finds;
  };
  const log = { write: (_level: string, event: string) => void warnings.push(event) };
  return { here, warnings, ...recall({ memory: { kept }, clock, log }) };
}

const ongoing = new AbortController().signal;

test("a call is remembered when it is written down, and its answer when that is", async () => {
  const { here, has } = mind("nothing");
  expect(await has("a", "asked")).toBe(false);
  here.finds = "asked";
  expect(await has("a", "asked")).toBe(true);
  expect(await has("a", "answered")).toBe(false);
  here.finds = "answered";
  expect(await has("a", "asked")).toBe(true);
  expect(await has("a", "answered")).toBe(true);
});

test("what has no name, or an agent that keeps no record, is not waited for", async () => {
  const { has, here } = mind("nothing");
  expect(await has(undefined, "answered")).toBe(true);
  here.finds = "no record";
  expect(await has("a", "answered")).toBe(true);
  expect(await recall({ memory: undefined, clock: systemClock, log: { write() {} } }).has("a", "asked")).toBe(true);
});

test("who waits goes on as soon as the call is written down", async () => {
  const { here, remembers, warnings } = mind("nothing");
  here.onWait = () => {
    if (here.looks === 5) here.finds = "asked";
  };
  await remembers("a", ongoing);
  expect(here.looks).toBe(6);
  expect(warnings).toEqual([]);
});

test("a record that is never written is waited for once, until it is written again", async () => {
  const { here, has, remembers, warnings } = mind("nothing");
  await remembers("a", ongoing);
  expect(here.looks).toBe(31);
  expect(warnings).toEqual(["not-written-down"]);
  await remembers("b", ongoing);
  expect(await has("c", "answered")).toBe(true);
  expect(here.looks).toBe(33);
  here.finds = "asked";
  await remembers("d", ongoing);
  here.finds = "nothing";
  expect(await has("e", "answered")).toBe(false);
  expect(warnings).toEqual(["not-written-down"]);
});

test("a record that cannot be read is one that is not written", async () => {
  const kept = async () => Promise.reject(new Error("EIO"));
  const { has } = recall({ memory: { kept }, clock: systemClock, log: { write() {} } });
  expect(await has("a", "asked")).toBe(false);
});

test("who waits is sent away when the call is cancelled, or the agent ends", async () => {
  const ending = new AbortController();
  const { here, remembers } = mind("nothing");
  here.onWait = () => ending.abort();
  await expect(remembers("a", ending.signal)).rejects.toThrow("cancelled");
  expect(here.looks).toBe(1);
});
