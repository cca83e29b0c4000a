import { test } from "vitest";
import { skipWithout } from "#test/programs.ts";
import { chaos } from "./chaos.ts";
import { report } from "./report.ts";

/** `CHAOS_SECONDS=3600` for the whole hour, `CHAOS_SEED` to repeat a run. */
const seconds = Number(process.env.CHAOS_SECONDS ?? 150);
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);

for (const kind of ["tmux", "zellij"] as const)
  test(`an army on ${kind} loses nothing while what it stands on is taken away`, {
    timeout: seconds * 1000 + 400_000,
  }, async (context) => {
    skipWithout(context, kind);
    const options = { kind, seconds, seed, rate: 20 };
    report("chaos", options, await chaos(options));
  });
