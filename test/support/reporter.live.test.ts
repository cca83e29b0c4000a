import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { requirements } from "./requirements.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const ids = requirements.map(([id]) => id);
const LOST = "ritual:tab";

/** Exit status and last lines of a run of these tests, or of those that match the filter. */
async function run(tests: readonly string[], { ci = "", leaveOut = "", filter = [] as string[] } = {}) {
  await using folder = await temporaryFolder();
  for (const name of ["src", "test"]) mkdirSync(join(folder.path, name));
  symlinkSync(resolve("node_modules"), join(folder.path, "node_modules"));
  const head = `import { verifies, verifying } from ${JSON.stringify(resolve("test/support/verifies.ts"))};
    import { without } from ${JSON.stringify(resolve("test/support/programs.ts"))};\n`;
  writeFileSync(join(folder.path, "test", "all.test.ts"), head + tests.join("\n"));
  writeFileSync(
    join(folder.path, "src", "other.test.ts"),
    `import { test } from "vitest";\ntest("other", () => {});\n`,
  );
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      resolve("node_modules/vitest/vitest.mjs"),
      "run",
      "--root",
      folder.path,
      "--reporter",
      resolve("test/support/reporter.ts"),
      ...filter,
    ],
    { encoding: "utf8", env: { ...process.env, CI: ci, OVLD_TEST_SKIP: leaveOut, NO_COLOR: "1" } },
  );
  return { status, last: stdout.trimEnd().split("\n").slice(-3) };
}

const proof = (id: string) => `verifies(${JSON.stringify(id)}, "holds", () => {});`;
const skipped = (id: string, why: string) =>
  `verifying({ skip: ${JSON.stringify(why)} })(${JSON.stringify(id)}, "holds", () => {});`;
const others = ids.filter((id) => id !== LOST).map(proof);

test("a run that proves every requirement passes, and so does a partial run", async () => {
  expect(await run(ids.map(proof))).toMatchObject({ status: 0 });
  for (const filter of [["src"], ["-t", "zellij"]]) expect(await run(others, { filter })).toMatchObject({ status: 0 });
});

test("a requirement without a test makes the run fail, and is named at the end", async () => {
  expect(await run(others)).toEqual({
    status: 1,
    last: [
      `requirements verified: ${ids.length - 1} of ${ids.length}`,
      `requirement not proven: ${LOST}`,
      `${ids.length} passed, 1 failed, 0 skipped`,
    ],
  });
});

test("a skipped proof makes the run fail, except for a missing program outside CI", async () => {
  const missing = [...others, skipped(LOST, "zellij is not installed")];
  expect(await run(missing)).toEqual({
    status: 0,
    last: [
      `requirements verified: ${ids.length - 1} of ${ids.length}`,
      `requirement not proven: ${LOST} (zellij is not installed)`,
      `${ids.length} passed, 0 failed, 1 skipped`,
    ],
  });
  expect(await run(missing, { ci: "true" })).toMatchObject({ status: 1 });
  expect(await run([...others, skipped(LOST, "it fails")])).toMatchObject({ status: 1 });
});

test("OVLD_TEST_SKIP skips and names the proofs that need a program; in CI the run fails", async () => {
  const tests = [...others, `verifying({ skip: without("sh") })(${JSON.stringify(LOST)}, "holds", () => {});`];
  const leaveOut = "tmux,sh";
  const { status, last } = await run(tests, { leaveOut });
  expect(status).toBe(0);
  expect(last).toContain(`requirement not proven: ${LOST} (sh is left out by OVLD_TEST_SKIP)`);
  expect((await run(tests)).last).toContain(`requirements verified: ${ids.length} of ${ids.length}`);
  expect(await run(tests, { leaveOut, ci: "true" })).toMatchObject({ status: 1 });
});

test("a test that cites an unknown requirement makes the run fail", async () => {
  const { status, last } = await run([...ids.map(proof), proof("no:such")]);
  expect(status).toBe(1);
  expect(last).toContain("requirements unknown: no:such");
});
