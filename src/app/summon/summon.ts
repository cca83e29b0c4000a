import { loadConfig } from "#app/armies/load-config.ts";
import { dismissAlone } from "#app/lifecycle/dismiss-army.ts";
import { START_LIMIT } from "#app/rituals/agent-readiness.ts";
import { giveAll } from "#app/rituals/give-all.ts";
import { giveBeside } from "#app/rituals/give-beside.ts";
import { isFirstTime, unpackRituals } from "#app/rituals/unpack-rituals.ts";
import type { Services } from "#app/services.ts";
import type { AgentChoice } from "#army/agent-choice.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Leaving } from "#multiplexer/multiplexer.ts";
import { requireAgents, requireNamedPaths } from "./checks.ts";
import { decide } from "./decide.ts";
import { existingArmy } from "./existing-army.ts";
import { type Planned, startPlanned } from "./plan-and-start.ts";
import { type Started, startHere, startInBackground } from "./start-panes.ts";
import { underSummonLock } from "./summon-lock.ts";
import type { ResumeChoice, SummonReporter } from "./summon-progress.ts";
import { waitUntilReady } from "./wait-until-ready.ts";

export interface SummonRequest {
  /**
   * `here`: on this terminal, until the person leaves it. `ready`: in the background, until every agent is ready and
   * has its ritual. `background`: until all panes exist; rituals follow.
   */
  until: "here" | "ready" | "background";
  rituals: boolean;
  /** Whether an ended army of this directory is resumed or replaced. */
  resume?: ResumeChoice | undefined;
  /** Agent CLIs that a person chose for this start. */
  choice?: AgentChoice | undefined;
}

export type Summoned =
  /** An army was already running in this directory; nothing was started. */
  | { what: "existing"; entry: SessionEntry; config: Config }
  | { what: "left"; entry: SessionEntry; config: Config; how: Leaving }
  | { what: "ready"; entry: SessionEntry; absent: readonly string[]; isComplete: boolean }
  | { what: "started"; entry: SessionEntry };

/** Summons the army of a directory: find, decide, lock, plan, start, wait until ready, give rituals. */
export async function summon(request: SummonRequest, reporter: SummonReporter, services: Services): Promise<Summoned> {
  requireNamedPaths(services);
  const { config } = loadConfig(services);
  const found = await existingArmy(config, services);
  // Checked before any file is written, even the folder of the lock.
  if (!found) await requireAgents(request.choice, config, services);
  // A person's answer may take long, so the lock is taken afterwards.
  const resume = await decide(found, request.resume, services, reporter.ask);
  const isFirst = isFirstTime(services);
  const outcome = await underSummonLock(services, async () => {
    const existing = await existingArmy(config, services);
    if (existing && !existing.isOver) return { existing: existing.entry };
    // The army may have ended while the lock was awaited. Without an answer it is not removed.
    const now = await decide(existing, resume ?? request.resume, services);
    const plan = { over: existing?.entry, resume: now, rituals: request.rituals, choice: request.choice };
    return startPlanned(plan, reporter, config, services, (planned) => {
      reporter.report({ what: "planned", plan: planned.plan, isFirst });
      return (request.until === "here" ? startHere : startInBackground)(planned.plan, services);
    });
  });
  if ("existing" in outcome) return { what: "existing", entry: outcome.existing, config };
  const { planned, started } = outcome;
  const { entry, rituals } = planned.plan;
  if (request.until === "ready") return completeOrDismiss(planned, isFirst, reporter);
  await giveBeside(entry.name, planned.services, rituals);
  if (isFirst) await unpackRituals(services);
  if (request.until === "background") return { what: "started", entry };
  return { what: "left", entry, config, how: await leftOrDismissed(started, planned) };
}

/** Waits for the agents and gives the rituals. A cancellation removes a new army and puts a resumed one to rest. */
async function completeOrDismiss(
  { plan, config, services }: Planned,
  isFirst: boolean,
  { report }: SummonReporter,
): Promise<Summoned> {
  const { entry, rituals, isAgain } = plan;
  try {
    report({ what: "waiting", seconds: START_LIMIT / 1000 });
    const absent = await waitUntilReady(entry, report, config, services);
    const isAbsent = ({ role }: { role: string }) => absent.includes(role);
    const due = rituals.filter((one) => !isAbsent(one));
    const given =
      due.length > 0
        ? await giveAll(entry, due, { report: (progress) => report({ what: "ritual", progress }) }, config, services)
        : [];
    if (isFirst) await unpackRituals(services);
    if (services.signal.aborted) throw new OvldError("cancelled", {});
    // An agent with an open question gets its ritual after a person has answered.
    await giveBeside(entry.name, services, rituals.filter(isAbsent));
    const isComplete = absent.length === 0 && given.every(({ state }) => state !== "failed");
    return { what: "ready", entry, absent, isComplete };
  } catch (error) {
    if (OvldError.is(error, "cancelled")) await dismissAlone(entry, config, services, { keep: isAgain });
    throw error;
  }
}

/** Dismisses the army if its terminal cannot be opened. */
async function leftOrDismissed({ left }: Started, { plan, config, services }: Planned): Promise<Leaving> {
  const { entry, isAgain } = plan;
  try {
    return await left;
  } catch (error) {
    await dismissAlone(entry, config, services, { keep: isAgain, isOver: true });
    throw error;
  }
}
