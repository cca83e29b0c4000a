import { join } from "node:path";
import { lossIn, type RoleSight, type SeenLoss } from "#army/loss.ts";
import { restartPolicy } from "#army/restart-policy.ts";
import { reasonOf } from "#base/errors.ts";
import { fileLog } from "#base/log.ts";
import type { Context } from "#cli/context.ts";
import { agentMoods } from "#cli/moods.ts";
import { registryOf } from "#cli/open-army.ts";
import { restartAgents } from "#cli/restart-agents.ts";
import { resolvePaths, sessionPaths } from "#config/paths.ts";
import type { SessionEntry } from "#config/registry.ts";
import type { Config } from "#config/settings.ts";
import { watchSocket } from "#config/watch-socket.ts";
import { type NotedLoss, writeLosses } from "./losses-file.ts";
import { absence, openPresence } from "./presence.ts";
import { sightsOf } from "./sights.ts";
import { trimMail } from "./trim-mail.ts";

/** The net under the events: reads a few files. */
const SWEEP_EVERY = 2000;
/** Of so many sweeps one asks the multiplexer, which takes a process. */
const SWEEPS_A_LOOK = 5;
/** What ends together is looked at together. */
const SETTLING = 150;
/** An agent ends a moment after its relay does, and a relay that is replaced is back by then. */
const SURE_AFTER = 700;

/** Watches over one army until it is over or the signal aborts: tells what is lost, and restarts what is to be restarted. */
export async function watchArmy({ name, roster }: SessionEntry, config: Config, context: Context): Promise<void> {
  const { clock, signal, env } = context;
  const { folder, logs, relay } = sessionPaths(resolvePaths(env), name);
  const log = fileLog(join(logs, "watch.log"), { clock });
  const policy = restartPolicy(config.watch.restart);
  const moodOf = await agentMoods(name, context);
  const losses = new Map<string, NotedLoss>();
  /** What may be lost, and since when it seems so. */
  const suspects = new Map<string, number>();
  /** When a role's agent is to be restarted. */
  const due = new Map<string, number>();
  let wake = new AbortController();
  let lookAt = 0;
  let trimAt = 0;

  const lookWithin = (ms: number): void => {
    lookAt = Math.min(lookAt, clock.elapsed() + ms);
    wake.abort();
  };
  await using presence = await openPresence(watchSocket(folder), roster, () => lookWithin(SETTLING)).catch((error) => {
    log.write("warn", "deaf", { reason: reasonOf(error) });
    return absence;
  });

  /** A disk that is full for a while does not end the watch. */
  const note = () =>
    writeLosses(folder, losses).catch((error) => log.write("warn", "not-noted", { reason: reasonOf(error) }));

  const tell = async (role: string, { isSure: _, ...loss }: SeenLoss): Promise<void> => {
    losses.set(role, { ...loss, at: new Date(clock.now()).toISOString() });
    await note();
    log.write("warn", loss.what, { role, exitStatus: loss.exitStatus });
    const pause = policy.after(role, loss, clock.elapsed());
    if (pause !== undefined) due.set(role, clock.elapsed() + pause);
  };

  const tellEnd = async (): Promise<void> => {
    log.write("warn", "session-ended");
    const at = new Date(clock.now()).toISOString();
    for (const role of roster) losses.set(role, { what: "session-ended", at });
    await note();
  };

  const clear = async (role: string): Promise<void> => {
    due.delete(role);
    if (!losses.delete(role)) return;
    await note();
    log.write("info", "back", { role });
  };

  const judge = async (role: string, sight: RoleSight): Promise<void> => {
    const loss = lossIn(sight);
    const since = suspects.get(role) ?? clock.elapsed();
    const isSure = loss?.isSure || clock.elapsed() - since >= SURE_AFTER;
    suspects.delete(role);
    if (!loss) return clear(role);
    if (loss.what === losses.get(role)?.what) return;
    if (isSure) return tell(role, loss);
    suspects.set(role, since);
    lookWithin(since + SURE_AFTER - clock.elapsed());
  };

  /** False when the army is over. */
  const look = async (entry: SessionEntry): Promise<boolean> => {
    lookAt = clock.elapsed() + SWEEP_EVERY * SWEEPS_A_LOOK;
    const sights = await sightsOf(entry, { config, context, moodOf, presence });
    if (sights === "over") await tellEnd();
    else if (sights !== "unknown") for (const [role, sight] of sights) await judge(role, sight);
    return sights !== "over";
  };

  const isGoneUnnoticed = async (role: string): Promise<boolean> =>
    !losses.has(role) && (await moodOf(role)).mood === "gone";

  const restartDue = async (entry: SessionEntry): Promise<void> => {
    for (const [role, at] of due) {
      if (at > clock.elapsed()) continue;
      due.delete(role);
      try {
        const [restarted] = await restartAgents(entry, [role], context);
        log.write("info", "restarted", { role, resumed: restarted?.resumed });
        losses.delete(role);
        await note();
      } catch (error) {
        log.write("error", "restart-failed", { role, reason: reasonOf(error) });
        const pause = policy.after(role, { what: "agent-ended" }, clock.elapsed());
        if (pause !== undefined) due.set(role, clock.elapsed() + pause);
      }
    }
  };

  await note();
  log.write("info", "start", { pid: process.pid, restart: config.watch.restart });
  while (!signal.aborted) {
    const entry = await registryOf(context).find(name);
    // Dismissed by somebody who cannot end this process.
    if (!entry) return;
    const isDue = clock.elapsed() >= lookAt || (await Promise.all(roster.map(isGoneUnnoticed))).includes(true);
    if (isDue && !(await look(entry))) return;
    await restartDue(entry);
    if (clock.elapsed() >= trimAt) trimAt = clock.elapsed() + (await trimMail(relay, config, context, log));
    const next = Math.min(clock.elapsed() + SWEEP_EVERY, lookAt, ...due.values());
    await clock.wait(Math.max(0, next - clock.elapsed()), AbortSignal.any([signal, wake.signal]));
    wake = new AbortController();
  }
}
