import { defineConfig } from "vitest/config";
import { SlowFirst } from "./test/slow-first.ts";

/** Six agents at work keep a core busy, real ones both: two of these at once are enough for the machine. */
const CROWDS = ["test/chaos/**/*.test.ts", "test/claude/**/*.test.ts"];
const SOAKS = process.env.SOAK ? ["test/**/*.soak.ts"] : [];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { sequencer: SlowFirst },
    // Whoever waits for a whole run is not sent back by one hiccup of a shared machine; the reporter names it and counts.
    retry: process.env.CI ? 1 : 0,
    reporters: ["default", "./test/reporter.ts"],
    projects: [
      {
        extends: true,
        test: { name: "crowds", include: [...CROWDS, ...SOAKS], maxWorkers: 2, sequence: { groupOrder: 0 } },
      },
      {
        // A third of their time is waiting, which a third of them fills.
        extends: true,
        test: {
          name: "others",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: CROWDS,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
