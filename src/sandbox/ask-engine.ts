import { run } from "#base/run.ts";
import { lastLine } from "#errors/error-table.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SandboxEngine } from "./sandbox.ts";

const TIME_LIMIT = 10_000;

/** Runs a wrapped no-op, so that a broken engine fails here instead of later in a pane. */
export async function askEngine(engine: SandboxEngine, [program, ...args]: readonly [string, ...string[]]) {
  try {
    await run(program, args, { timeLimit: TIME_LIMIT });
  } catch (error) {
    if (!OvldError.is(error, "program-failed")) throw error;
    const reason = lastLine(error.details.stderr) || error.message;
    throw new OvldError("sandbox-unusable", { engine, reason, cause: error });
  }
}
