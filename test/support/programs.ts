import type { TestContext } from "vitest";
import { findProgram } from "#base/find-program.ts";

const MISSING = "is not installed";
const LEFT_OUT = "is left out by OVLD_TEST_SKIP";

/** Reason to skip a test of a foreign program, or false. In CI a missing program is a failure. */
export function without(program: string): string | false {
  if ((process.env.OVLD_TEST_SKIP ?? "").split(",").includes(program)) return `${program} ${LEFT_OUT}`;
  if (findProgram(program, process.env.PATH) || process.env.CI === "true") return false;
  return `${program} ${MISSING}`;
}

/** Whether a test was skipped because of a program that is missing or left out. */
export function lacksProgram(note: string | undefined): note is string {
  return note !== undefined && (note.endsWith(MISSING) || note.endsWith(LEFT_OUT));
}

/** Skips a test whose program cannot run here. */
export function skipWithout(context: TestContext, program: string): void {
  skipFor(context, without(program));
}

/** Skips a test for a reason, if there is one. */
export function skipFor(context: TestContext, reason: string | false | undefined): void {
  context.skip(Boolean(reason), reason || undefined);
}
