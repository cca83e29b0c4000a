import type { Openers } from "./enlist.ts";
import { lifetime } from "./lifetime.ts";
import { startRelay } from "./start.ts";

/** The relay on this process's own standard input and output, from first to last line; resolves to the exit status. */
export async function runRelay(given: Openers & { env: NodeJS.ProcessEnv; version: string }): Promise<number> {
  const life = lifetime(process);
  const status = await startRelay({
    ...given,
    input: process.stdin,
    output: process.stdout,
    complain: (line) => process.stderr.write(`${line}\n`),
    ended: life.ended,
  });
  life.stop();
  process.stdin.destroy();
  return status;
}
