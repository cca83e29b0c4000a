import { expect } from "vitest";
import { MEGABYTE } from "#store/keep-limits.ts";
import { MAY_NOT_MOUNT } from "#test/support/small-disk.ts";
import { ARCHIVE_MEGABYTES, type ChaosOptions, type ChaosResult } from "./chaos.ts";

/** Megabytes that 20 messages a second take, one disk block each, until a killed watcher is restarted. */
const WITHOUT_WATCHER = 8;
/** `fileLog` starts a new file at this size. */
const LOG_LIMIT = MEGABYTE;

/** Extra open files: each restarted relay opens a connection to the watcher. */
const RECONNECTING = 10;
/** Seconds after which memory is stable; a shorter run still measures start-up. */
const LONG_RUN = 1800;

/** Seconds in which each fault happens at least once. */
const ALL_FAULTS = 60;

/** Prints the faults and the results of a run, and checks the promises. */
export function report(what: string, { seconds, seed, rate, isCalm }: ChaosOptions, result: ChaosResult): void {
  const { sent, harm, omitted, resources, archive, log, ...faults } = result;
  console.log(
    [
      `${what}: seed ${seed}, ${seconds} s, ${sent} messages acknowledged`,
      ...Object.entries(harm).map(([fault, times]) => `  ${fault}: ${times} ×`),
      ...omitted.map((fault) => `  ${fault}: skipped (${MAY_NOT_MOUNT})`),
      `  lost ${faults.lost.length}, forgotten ${faults.forgotten.length}, acted on twice ${faults.actedTwice.length}, out of order ${faults.outOfOrder.length}, drafts sent ${faults.submitted.length}`,
      ...Object.entries(resources).map(
        ([name, { early, late }]) =>
          `  ${name}: ${early.memory} → ${late.memory} KiB, ${early.files} → ${late.files} files`,
      ),
      `  archive ${(archive / MEGABYTE).toFixed(1)} MB of ${ARCHIVE_MEGABYTES}, largest log ${Math.ceil(log / 1024)} KiB`,
    ].join("\n"),
  );
  if (seconds >= ALL_FAULTS) for (const [fault, times] of Object.entries(harm)) expect(times, fault).toBeGreaterThan(0);
  expect(faults).toEqual({ lost: [], forgotten: [], actedTwice: [], outOfOrder: [], submitted: [] });
  expect(sent).toBeGreaterThan((seconds * rate) / 20);
  for (const [name, { early, late }] of Object.entries(resources)) {
    expect(late.files, name).toBeLessThanOrEqual(early.files + (isCalm ? 2 : RECONNECTING));
    expect(late.memory, name).toBeLessThan(early.memory * (seconds < LONG_RUN ? 2 : 1.3));
  }
  expect(archive).toBeLessThan((ARCHIVE_MEGABYTES + (isCalm ? 0 : WITHOUT_WATCHER)) * MEGABYTE);
  // The last block may be partly used.
  expect(log).toBeLessThan(LOG_LIMIT + 64 * 1024);
}
