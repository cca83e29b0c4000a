import { test } from "vitest";
import { skipFor, without } from "#test/support/programs.ts";
import { type ChaosOptions, chaos } from "./chaos.ts";
import { report } from "./report.ts";

/** What a long queue and a slow machine may take after the time is over. */
const GRACE = 900;

interface Trial extends Omit<ChaosOptions, "kind" | "seed"> {
  /** What an army on a multiplexer does, for the name of the test. */
  promise: string;
  /** Why it cannot be tried here. */
  missing?: string | false;
}

/** Tries an army on both multiplexers, for as many seconds as the variable says; `CHAOS_SEED` repeats a run. */
export function tryOnBoth(variable: "CHAOS_SECONDS" | "STEADY_SECONDS", trial: Trial): void {
  const { promise, missing = false, ...options } = trial;
  const seconds = Number(process.env[variable] ?? options.seconds);
  const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
  for (const kind of ["tmux", "zellij"] as const)
    test(`on ${kind} ${promise}`, { timeout: (seconds + GRACE) * 1000 }, async (context) => {
      skipFor(context, missing || without(kind));
      const run = { ...options, kind, seconds, seed };
      report(`on ${kind} ${promise}`, run, await chaos(run));
    });
}
