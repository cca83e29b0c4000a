import { runCommandLine } from "#cli/frame/run-command-line.ts";
import { exitStatus } from "#errors/ovld-error.ts";
import { version } from "./version.ts";
import * as wire from "./wire.ts";

/** Milliseconds after which a long-running command has compiled most of its code. */
const SETTLED = 3000;

/** Runs a command line and stores the code that was compiled for it, unless the usage is invalid. */
export async function run(argv: readonly string[], env: NodeJS.ProcessEnv, keepCode: () => void): Promise<void> {
  const timer = setTimeout(keepCode, SETTLED).unref();
  process.exitCode = await runCommandLine(argv, { env, version, wire });
  clearTimeout(timer);
  if (process.exitCode !== exitStatus.usage) keepCode();
}
