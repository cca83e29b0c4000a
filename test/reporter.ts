import type { TestError } from "vitest";
import type { Reporter, TestModule, TestRunEndReason } from "vitest/node";
import { requirements } from "./requirements.ts";

/** More than these in one run are no hiccup of the machine. */
const SECOND_TRIES = 5;

/** Closes a run with its skips, what needed a second try, the requirements it proved, and one line of counts for scripts. */
export default class ClosingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0 };
    const proved = new Set<string>();
    const flaky: string[] = [];
    for (const module of modules) {
      if (module.children.size === 0 && !module.ok()) counts.failed++;
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === "pending") continue;
        counts[result.state]++;
        if (result.state === "skipped")
          console.log(`skipped: ${test.fullName}${result.note ? ` (${result.note})` : ""}`);
        if (test.diagnostic()?.flaky) flaky.push(`${test.fullName}\n${told(result.errors?.[0])}`);
        const id = test.meta().requirement;
        if (id && result.state === "passed") proved.add(id);
      }
    }
    for (const name of flaky) console.log(`passed at the second try only, find out why: ${name}`);
    if (flaky.length > SECOND_TRIES) {
      console.log(`second tries: ${flaky.length}, more than ${SECOND_TRIES}`);
      process.exitCode = 1;
      counts.failed++;
    }
    const ids = requirements.map(([id]) => id);
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
    const unknown = [...proved].filter((id) => !(ids as string[]).includes(id));
    if (twice.length || unknown.length) {
      console.log(`requirements defined twice: ${twice.join(" ") || "none"}; unknown: ${unknown.join(" ") || "none"}`);
      process.exitCode = 1;
      counts.failed++;
    }
    console.log(`requirements verified: ${proved.size} of ${ids.length}`);
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    if (reason === "failed") process.exitCode = 1;
  }
}

/** A property that fails names its example; why it failed is the cause. */
function told(error: Partial<TestError> | undefined): string {
  const own = error?.stack ?? error?.message ?? "nothing was said";
  return error?.cause ? `${own}\nCaused by: ${told(error.cause)}` : own;
}
