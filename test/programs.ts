import { findProgram } from "#base/find-program.ts";

/** Why a test of a foreign program cannot run here, or false. In CI nothing real is skipped. */
export function without(program: string): string | false {
  if (findProgram(program, process.env.PATH) || process.env.CI === "true") return false;
  return `${program} is not installed`;
}
