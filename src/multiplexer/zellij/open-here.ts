import { systemClock } from "#base/clock.ts";
import type { TerminalEnding } from "#base/run.ts";
import { OvldError, orCancelled } from "#errors/ovld-error.ts";
import { type Leaving, leavingOf, type OpenOptions } from "#multiplexer/multiplexer.ts";
import type { SessionPlan } from "#multiplexer/session-plan.ts";
import { describeSession } from "./describe.ts";
import { endSession } from "./end.ts";
import { type OpenParts, refuseTaken, START_ATTEMPTS, writeFiles } from "./open.ts";

const LOOK_EVERY = 20;
const SOCKET_LIMIT = 10_000;
/**
 * Milliseconds from the socket to the first attached client. No file marks that moment, and a query would crash the
 * server.
 */
const SETTLING = 500;

/** Starts the plan on this terminal; resolves when the person detaches or the session ends. */
export async function openOnTerminal(plan: SessionPlan, options: OpenOptions, parts: OpenParts): Promise<Leaving> {
  const { zellij, gate, queries } = parts;
  const { files, foreground } = describeSession(zellij.program, plan, options.folder);
  await writeFiles(files, options);
  let isOurs = false;
  try {
    const { client } = await gate.start(async () => {
      await refuseTaken(plan.session, parts);
      isOurs = true;
      return startClient(plan, foreground.slice(1), parts, options.signal);
    }, options.signal);
    return leavingOf((await client).exitCode);
  } catch (error) {
    if (isOurs) await endSession(zellij.program, queries, plan.session).catch(() => {});
    // Ctrl-C also reaches a client that is still starting.
    throw orCancelled(error, options.signal);
  }
}

/**
 * Restarts a client if its server died while starting; a client that never had a server has reported its own error.
 */
async function startClient(
  { session, directory }: SessionPlan,
  args: string[],
  { zellij, queries }: OpenParts,
  signal: AbortSignal | undefined,
) {
  for (let attempt = 1; ; attempt++) {
    const client = zellij.onTerminal(args, directory);
    const start = watchStart(() => queries.sockets().includes(session));
    const ending = await Promise.race([client, start.settled]).finally(start.stop);
    if (!isFailure(ending)) return { client };
    if (!start.sawSocket() || attempt === START_ATTEMPTS || signal?.aborted)
      throw new OvldError("session-not-started", { session, program: zellij.program, exitCode: ending.exitCode });
  }
}

function isFailure(ending: TerminalEnding | undefined): ending is TerminalEnding {
  return ending !== undefined && ending.exitCode !== 0;
}

function watchStart(hasSocket: () => boolean) {
  const stopped = new AbortController();
  const deadline = systemClock.elapsed() + SOCKET_LIMIT;
  let isThere = false;
  const settle = async (): Promise<undefined> => {
    while (!isThere && !stopped.signal.aborted && systemClock.elapsed() < deadline) {
      isThere = hasSocket();
      await systemClock.wait(isThere ? SETTLING : LOOK_EVERY, stopped.signal);
    }
    return undefined;
  };
  return { settled: settle(), sawSocket: () => isThere, stop: () => stopped.abort() };
}
