import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { TestError } from "vitest";
import type { Reporter, TestModule, TestRunEndReason, Vitest } from "vitest/node";
import { judgeProofs, type Proof } from "./proofs.ts";
import { requirements } from "./requirements.ts";

/** Maximum number of second tries in one run that a slow machine can explain. */
const SECOND_TRIES = 5;

/** Prints skips, second tries, proved requirements, and one line of counts for scripts at the end of a run. */
export default class ClosingReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0 };
    const proofs: Proof[] = [];
    const flaky: string[] = [];
    for (const module of modules) {
      if (module.children.size === 0 && !module.ok()) counts.failed++;
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === "pending") continue;
        counts[result.state]++;
        const note = result.state === "skipped" ? result.note : undefined;
        if (result.state === "skipped") console.log(`skipped: ${test.fullName}${note ? ` (${note})` : ""}`);
        if (test.diagnostic()?.flaky) flaky.push(`${test.fullName}\n${textOf(result.errors?.[0])}`);
        const id = test.meta().requirement;
        if (id) proofs.push({ id, state: result.state, note });
      }
    }
    for (const name of flaky) console.log(`passed at the second try only, find out why: ${name}`);
    const problems = flaky.length > SECOND_TRIES ? [`second tries: ${flaky.length}, more than ${SECOND_TRIES}`] : [];
    problems.push(...this.#judge(proofs, modules));
    for (const problem of problems) console.log(problem);
    counts.failed += problems.length;
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    if (problems.length > 0 || reason === "failed") process.exitCode = 1;
  }

  /** Prints the proved requirements; returns the problems that make a run fail. A partial run may leave proofs out. */
  #judge(proofs: readonly Proof[], modules: readonly TestModule[]): string[] {
    const { proved, excused, unproved, unknown } = judgeProofs(proofs, { isCI: process.env.CI === "true" });
    console.log(`requirements verified: ${proved.length} of ${requirements.length}`);
    const problems = unknown.length > 0 ? [`requirements unknown: ${unknown.join(" ")}`] : [];
    if (!this.#isWhole(modules)) return problems;
    for (const [id, why] of excused) console.log(`requirement not proven: ${id} (${why})`);
    return [...problems, ...unproved.map((id) => `requirement not proven: ${id}`)];
  }

  /** Whether every test file was run, without a filter for names. */
  #isWhole(modules: readonly TestModule[]): boolean {
    const vitest = this.#vitest;
    if (!vitest || vitest.config.testNamePattern) return false;
    const ran = new Set(modules.map(({ moduleId }) => resolve(moduleId)));
    return testFiles(vitest.config.root).every((file) => ran.has(file));
  }
}

function testFiles(root: string): string[] {
  return ["src", "test"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => join(root, folder, name)),
  );
}

/** Text of an error with its causes; the error of a failed property has the reason only in its cause. */
function textOf(error: Partial<TestError> | undefined): string {
  const own = error?.stack ?? error?.message ?? "nothing was said";
  return error?.cause ? `${own}\nCaused by: ${textOf(error.cause)}` : own;
}
