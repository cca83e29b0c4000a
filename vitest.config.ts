import { availableParallelism } from "node:os";
import { delimiter, resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { SlowFirst } from "./test/support/slow-first.ts";

/** Tests of whole armies. They mostly wait, so there may be more workers than cores. */
const ARMIES = ["chaos/chaos", "claude/*", "e2e/*"].map((name) => `test/${name}.test.ts`);
const SOAKS = process.env.SOAK ? ["test/**/*.soak.ts"] : [];
const LIVE = "**/*.live.test.ts";
/** Outside src/ and test/support/ a test needs the built program or a foreign one. These do not. */
const PURE = [
  "test/api/openapi.test.ts",
  "test/chaos/verdict.test.ts",
  "test/disk/{failing-sync,model}.test.ts",
  "test/docs/made.test.ts",
  "test/gates/{agent-clis,documents,lanes,rituals,words}.test.ts",
  "test/tui/picture.test.ts",
];
/** Programs that replace foreign ones in the unit lane: each fails and prints how to name the test file. */
const REFUSING = resolve("test/fixtures/refusing-programs");
/** Without this, the developer's locale would set the language of all output. */
const ENV = { LC_ALL: "", LC_MESSAGES: "", LANG: "C.UTF-8" };

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: ENV,
    sequence: { sequencer: SlowFirst },
    // A shared machine can be slow for a moment. The reporter prints and counts tests that passed at the second try.
    retry: process.env.CI ? 1 : 0,
    reporters: ["default", "./test/support/reporter.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/**/*.test.ts", "test/support/**/*.test.ts", ...PURE],
          exclude: [LIVE],
          env: { ...ENV, TEST_LANE: "unit", PATH: `${REFUSING}${delimiter}${process.env.PATH}` },
          // Loading the same modules for each file would take half of the time. Sharing them requires that no test
          // replaces a module.
          isolate: false,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
        },
      },
      {
        // These tests mostly wait, so there may be more workers than cores.
        extends: true,
        test: {
          name: "live",
          include: ["src/**/*.live.test.ts", "test/**/*.test.ts"],
          exclude: [...ARMIES, ...PURE, "test/support/!(*.live).test.ts"],
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: "armies", include: [...ARMIES, ...SOAKS], maxWorkers: 4, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
