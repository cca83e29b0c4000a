import { type Clock, systemClock } from "#base/clock.ts";

/** The system clock at a multiple of its speed, for deadlines and pauses of seconds. */
export function hurriedClock(times = 10): Clock {
  return {
    now: () => systemClock.now(),
    elapsed: () => systemClock.elapsed() * times,
    wait: (ms, signal) => systemClock.wait(ms / times, signal),
  };
}
