import { expect, test } from "vitest";
import { skipWithout } from "#test/programs.ts";
import { chaos } from "./chaos.ts";

/** `CHAOS_SECONDS=3600` for the whole hour, `CHAOS_SEED` to repeat a run. */
const SECONDS = Number(process.env.CHAOS_SECONDS ?? 150);
const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);

for (const kind of ["tmux", "zellij"] as const)
  test(`an army on ${kind} loses nothing while what it stands on is taken away`, {
    timeout: SECONDS * 1000 + 400_000,
  }, async (context) => {
    skipWithout(context, kind);
    const { sent, harm, server, ...faults } = await chaos({ kind, seconds: SECONDS, seed: SEED, rate: 20 });
    console.log(
      [
        `chaos on ${kind}: seed ${SEED}, ${SECONDS} s, ${sent} messages acknowledged`,
        ...Object.entries(harm).map(([fault, times]) => `  ${fault}: ${times} ×`),
        `  lost ${faults.lost.length}, acted on twice ${faults.actedTwice.length}, out of order ${faults.outOfOrder.length}, drafts sent ${faults.submitted.length}`,
        `  server: ${server.early.memory} → ${server.late.memory} KiB, ${server.early.files} → ${server.late.files} files`,
      ].join("\n"),
    );
    expect(faults).toEqual({ lost: [], actedTwice: [], outOfOrder: [], submitted: [] });
    expect(sent).toBeGreaterThan(SECONDS);
  });
