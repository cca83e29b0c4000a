import { expect, test } from "vitest";
import { manualClock } from "./manual-clock.ts";

test("time does not move until `pass`; waits end in order, each at its deadline", async () => {
  const clock = manualClock();
  const woken: [string, number][] = [];
  const wait = async (name: string, ms: number) => {
    await clock.wait(ms);
    woken.push([name, clock.elapsed()]);
  };
  const waiting = [wait("late", 300), wait("early", 100)];
  await clock.pass(99);
  expect([woken, clock.elapsed()]).toEqual([[], 99]);
  await clock.pass(500);
  await Promise.all(waiting);
  expect(woken).toEqual([
    ["early", 100],
    ["late", 300],
  ]);
  expect(clock.elapsed()).toBe(599);
});

test("while the clock flows, a wait takes exactly its duration", async () => {
  const clock = manualClock(0);
  clock.isFlowing = true;
  await clock.wait(3_600_000);
  expect([clock.now(), clock.elapsed()]).toEqual([3_600_000, 3_600_000]);
});

test("an abort ends a wait without moving the time", async () => {
  const clock = manualClock();
  const ending = new AbortController();
  const waiting = clock.wait(1000, ending.signal);
  ending.abort();
  await waiting;
  await clock.wait(1000, ending.signal);
  expect(clock.elapsed()).toBe(0);
});
