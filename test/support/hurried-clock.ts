import { type Clock, systemClock } from "#base/clock.ts";

/** The system's clock at several times its speed, for deadlines and pauses of seconds. */
export function hurriedClock(times = 10): Clock {
  return {
    now: () => systemClock.now(),
    elapsed: () => systemClock.elapsed() * times,
    wait: (ms, signal) => systemClock.wait(ms / times, signal),
  };
}
