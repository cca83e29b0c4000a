import { systemClock } from "#base/clock.ts";
import { makeFolder, writeAtomically } from "#base/files.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { Description, OpenOptions, Pane } from "#multiplexer/multiplexer.ts";
import { missingIn, type SessionPlan } from "#multiplexer/session-plan.ts";
import { actor } from "./act.ts";
import { describeSession } from "./describe.ts";
import { withDiagnostic } from "./diagnostic.ts";
import { endSession } from "./end.ts";
import { lookAtPanes } from "./panes.ts";
import type { Zellij } from "./run.ts";
import { type SessionQueries, sessionState } from "./sessions.ts";
import type { StartGate } from "./start-gate.ts";

export interface OpenParts {
  zellij: Zellij;
  gate: StartGate;
  /** Takes the start gate for each query. */
  queries: SessionQueries;
  /** Takes no gate, for code that holds the gate already. */
  ungated: SessionQueries;
}

export const START_ATTEMPTS = 3;
const PANES_LIMIT = 10_000;
const FIRST_PAUSE = 5;
const LONGEST_PAUSE = 20;

/** Starts the plan without a terminal and waits for all panes; a failure or an abort leaves no session. */
export async function openInBackground(plan: SessionPlan, options: OpenOptions, parts: OpenParts): Promise<Pane[]> {
  const { zellij, gate, queries } = parts;
  const { files, background } = describeSession(zellij.program, plan, options.folder);
  await writeFiles(files, options);
  let isOurs = false;
  try {
    return await gate.start(async () => {
      await refuseTaken(plan.session, parts);
      isOurs = true;
      return startServer(plan, background.slice(1), options.signal, parts);
    }, options.signal);
  } catch (error) {
    // The first error matters more than a failed cleanup.
    if (isOurs) await endSession(zellij.program, queries, plan.session).catch(() => {});
    throw error;
  }
}

/** zellij would attach to a session of that name, or resurrect an exited one, instead of opening the plan. */
export async function refuseTaken(session: string, { zellij, ungated }: OpenParts): Promise<void> {
  if (await sessionState(ungated, session)) throw new OvldError("session-taken", { session, program: zellij.program });
}

export async function writeFiles(files: Description["files"], { folder, signal }: OpenOptions): Promise<void> {
  if (signal?.aborted) throw new OvldError("cancelled", {});
  await makeFolder(folder);
  for (const { path, content } of files) await writeAtomically(path, content, { durability: "process" });
}

/**
 * A `list-sessions` of another program at the wrong moment makes the new server panic. The call then exits with 0, or
 * waits for the server's socket without end. An abort does not interrupt the call, which would leave a server that no
 * client can reach.
 */
async function startServer(
  plan: SessionPlan,
  args: string[],
  signal: AbortSignal | undefined,
  parts: OpenParts,
): Promise<Pane[]> {
  const { session, directory } = plan;
  const { zellij, ungated } = parts;
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt++) {
    try {
      await zellij.startIn(directory, args);
      return await waitForPanes(plan, signal, parts);
    } catch (error) {
      const hasDied =
        OvldError.is(error, "session-ended") ||
        (OvldError.is(error, "program-timeout") && !(await ungated.hasServer(session)));
      if (!hasDied) throw withDiagnostic(error);
    }
  }
  throw new OvldError("session-not-started", { session, program: zellij.program, exitCode: 0 });
}

async function waitForPanes(
  plan: SessionPlan,
  signal: AbortSignal | undefined,
  { zellij, ungated }: OpenParts,
): Promise<Pane[]> {
  const { session } = plan;
  const act = actor(ungated);
  const deadline = systemClock.elapsed() + PANES_LIMIT;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    await systemClock.wait(pause, signal);
    if (signal?.aborted) throw new OvldError("cancelled", {});
    const there = await lookAtPanes(act, session);
    const missing = missingIn(there, plan);
    if (missing.length === 0) return there;
    if (systemClock.elapsed() > deadline)
      throw new OvldError("panes-missing", { session, program: zellij.program, panes: missing });
  }
}
