import { defineConfig } from "vitest/config";
import { SlowFirst } from "./test/slow-first.ts";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", ...(process.env.SOAK ? ["test/**/*.soak.ts"] : [])],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    // Whoever waits for a whole run is not sent back by one hiccup of a shared machine; the reporter names it and counts.
    retry: process.env.CI ? 1 : 0,
    reporters: ["default", "./test/reporter.ts"],
  },
});
