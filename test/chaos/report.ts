import { expect } from "vitest";
import { MEGABYTE } from "#store/keep-limits.ts";
import { ARCHIVE_MEGABYTES, type ChaosOptions, type ChaosResult } from "./chaos.ts";

/** Megabytes that 20 messages a second take, each in a block of its own, while the watcher is killed and comes back. */
const WITHOUT_WATCHER = 8;
/** `fileLog` begins anew at this size. */
const LOG_LIMIT = MEGABYTE;

/** Relays that come and go have a line to the watcher each. */
const COMERS = 10;
/** Seconds after which a program has grown up: in a shorter run its memory is still that of a start. */
const GROWN = 1800;

/** Prints what was done to an army and what came of it, and holds it to its promises. */
export function report(what: string, { seconds, seed, rate, isCalm }: ChaosOptions, result: ChaosResult): void {
  const { sent, harm, weights, archive, log, ...faults } = result;
  console.log(
    [
      `${what}: seed ${seed}, ${seconds} s, ${sent} messages acknowledged`,
      ...Object.entries(harm).map(([fault, times]) => `  ${fault}: ${times} ×`),
      `  lost ${faults.lost.length}, forgotten ${faults.forgotten.length}, acted on twice ${faults.actedTwice.length}, out of order ${faults.outOfOrder.length}, drafts sent ${faults.submitted.length}`,
      ...Object.entries(weights).map(
        ([name, { early, late }]) =>
          `  ${name}: ${early.memory} → ${late.memory} KiB, ${early.files} → ${late.files} files`,
      ),
      `  archive ${(archive / MEGABYTE).toFixed(1)} MB of ${ARCHIVE_MEGABYTES}, largest log ${Math.ceil(log / 1024)} KiB`,
    ].join("\n"),
  );
  expect(faults).toEqual({ lost: [], forgotten: [], actedTwice: [], outOfOrder: [], submitted: [] });
  expect(sent).toBeGreaterThan((seconds * rate) / 20);
  for (const [name, { early, late }] of Object.entries(weights)) {
    expect(late.files, name).toBeLessThanOrEqual(early.files + (isCalm ? 2 : COMERS));
    expect(late.memory, name).toBeLessThan(early.memory * (seconds < GROWN ? 2 : 1.3));
  }
  expect(archive).toBeLessThan((ARCHIVE_MEGABYTES + (isCalm ? 0 : WITHOUT_WATCHER)) * MEGABYTE);
  // A block may be begun.
  expect(log).toBeLessThan(LOG_LIMIT + 64 * 1024);
}
