import { test } from "vitest";
import { skipFor, without } from "#test/support/programs.ts";
import { type ChaosOptions, chaos } from "./chaos.ts";
import { report } from "./report.ts";

/** Seconds that a long queue on a slow machine may need after the run. */
const GRACE = 900;

interface Trial extends Omit<ChaosOptions, "kind" | "seed"> {
  /** The promise that the run checks, for the name of the test. */
  title: string;
  /** Reason to skip the test here. */
  missing?: string | false;
}

/** Runs an army on both multiplexers, for the seconds in the variable; `CHAOS_SEED` repeats a run. */
export function tryOnBoth(variable: "CHAOS_SECONDS" | "STEADY_SECONDS", trial: Trial): void {
  const { title, missing = false, ...options } = trial;
  const seconds = Number(process.env[variable] ?? options.seconds);
  const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
  for (const kind of ["tmux", "zellij"] as const)
    test(`on ${kind} ${title}`, { timeout: (seconds + GRACE) * 1000 }, async (context) => {
      skipFor(context, missing || without(kind));
      const run = { ...options, kind, seconds, seed };
      report(`on ${kind} ${title}`, run, await chaos(run));
    });
}
