import { defineConfig } from "vitest/config";
import { SlowFirst } from "#test/support/slow-first.ts";

/** Whole armies: each keeps a core busy, one of real agents both. With three at once zellij was seen to answer too late. */
const ARMIES = ["chaos", "claude", "e2e"].map((room) => `test/${room}/**/*.test.ts`);
const SOAKS = process.env.SOAK ? ["test/**/*.soak.ts"] : [];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The locale decides about the language: that of the developer must not.
    env: { LC_ALL: "", LC_MESSAGES: "", LANG: "C.UTF-8" },
    sequence: { sequencer: SlowFirst },
    // Whoever waits for a whole run is not sent back by one hiccup of a shared machine; the reporter names it and counts.
    retry: process.env.CI ? 1 : 0,
    reporters: ["default", "#test/support/reporter.ts"],
    projects: [
      {
        extends: true,
        test: { name: "armies", include: [...ARMIES, ...SOAKS], maxWorkers: 2, sequence: { groupOrder: 0 } },
      },
      {
        // A third of their time is waiting, which a third of them fills.
        extends: true,
        test: {
          name: "others",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: ARMIES,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
