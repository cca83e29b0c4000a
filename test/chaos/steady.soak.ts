import { test } from "vitest";
import { skipWithout } from "#test/programs.ts";
import { chaos } from "./chaos.ts";
import { report } from "./report.ts";

/** Faults end programs before they can grow: here the same ones run for the whole time. `STEADY_SECONDS=3600` is an hour. */
const seconds = Number(process.env.STEADY_SECONDS ?? 300);

for (const kind of ["tmux", "zellij"] as const)
  test(`an army on ${kind} that talks without end grows neither in memory nor on the disk`, {
    timeout: seconds * 1000 + 400_000,
  }, async (context) => {
    skipWithout(context, kind);
    const options = { kind, seconds, seed: 1, rate: 20, isCalm: true };
    report("talk", options, await chaos(options));
  });
