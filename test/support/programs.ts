import type { TestContext } from "vitest";
import { findProgram } from "#base/find-program.ts";

/** How every reason ends that a missing program is. */
export const MISSING = "is not installed";

/** Why a test of a foreign program cannot run here, or false. In CI nothing real is skipped. */
export function without(program: string): string | false {
  if (findProgram(program, process.env.PATH) || process.env.CI === "true") return false;
  return `${program} ${MISSING}`;
}

/** Skips a test whose program cannot run here. */
export function skipWithout(context: TestContext, program: string): void {
  skipFor(context, without(program));
}

/** Skips a test for a reason, if there is one. */
export function skipFor(context: TestContext, reason: string | false | undefined): void {
  context.skip(Boolean(reason), reason || undefined);
}
