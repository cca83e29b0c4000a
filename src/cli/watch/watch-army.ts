import { dirname } from "node:path";
import { registryOf } from "#app/armies/army-parts.ts";
import { restartAgents } from "#app/lifecycle/restart-agents.ts";
import { agentMoods } from "#app/observe/moods.ts";
import { dueRestarts } from "#app/supervisor/due-restarts.ts";
import { openLossBook } from "#app/supervisor/loss-book.ts";
import { readLosses } from "#app/supervisor/losses-file.ts";
import { absence, openPresence, type Presence, type PresenceParts } from "#app/supervisor/presence.ts";
import { sightsOf } from "#app/supervisor/sights.ts";
import { trimMail } from "#app/supervisor/trim-mail.ts";
import { unreadMail } from "#app/supervisor/unread-mail.ts";
import { lossIn, type RoleSight, type SeenLoss } from "#army/loss.ts";
import type { Clock } from "#base/clock.ts";
import { fileLog } from "#base/log.ts";
import { makePrivateFolder } from "#base/private-folder.ts";
import type { Context } from "#cli/context.ts";
import type { Config } from "#config/settings.ts";
import { reasonOf } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { watchSocket } from "#home/watch-socket.ts";

/** The net under the events: reads a few files. */
const SWEEP_EVERY = 2000;
/** Of so many sweeps one asks the multiplexer, which takes a process. */
const SWEEPS_A_LOOK = 5;
/** What ends together is looked at together. */
const SETTLING = 150;
/** An agent ends a moment after its relay does, and a relay that is replaced is back by then. */
const SURE_AFTER = 700;
/** A session that ended may be ended by `unsummon`, which ends this process too, or be brought back at once. */
const OVER_AFTER = 10_000;

/**
 * Watches over one army until it is over or the signal aborts: tells what is lost, restarts what is to be restarted, and
 * bounces mail that stays unread.
 */
export async function watchArmy(entry: SessionEntry, config: Config, context: Context): Promise<void> {
  const { name, roster } = entry;
  const { clock, signal, env } = context;
  const { folder, watchLog, relay } = sessionPaths(resolvePaths(env), name);
  const log = fileLog(watchLog, { clock });
  const registry = registryOf(context);
  const moodOf = await agentMoods(name, context);
  const store = await context.wire.openRelayStore(relay);
  const book = openLossBook(folder, { clock, log });
  const restarts = dueRestarts(config.watch.restart, {
    ...{ clock, log },
    async restart(role) {
      const [restarted] = await restartAgents(entry, [role], context);
      await book.forget(role);
      return restarted?.resumed;
    },
  });
  const isGone = (role: string) => ["agent-ended", "pane-closed"].includes(book.whatOf(role) ?? "");
  const mail = unreadMail(entry, { isGone, log }, context);
  const certain = certainty(clock);
  let wake = new AbortController();
  let lookAt = 0;
  let trimAt = 0;
  let endedAt: number | undefined;

  const lookWithin = (ms: number): void => {
    lookAt = Math.min(lookAt, clock.elapsed() + ms);
    wake.abort();
  };
  // The watcher before this one may have seen relays go that do not come back.
  const before = Object.entries(await readLosses(folder)).flatMap(([role, { what }]) =>
    what === "relay-ended" ? [role] : [],
  );
  const heard = { roles: roster, lost: before, onLeave: () => lookWithin(SETTLING) };
  await using presence = await listen(folder, heard).catch((error) => {
    log.write("warn", "deaf", { reason: reasonOf(error) });
    return absence;
  });

  const judge = async (role: string, sight: RoleSight): Promise<void> => {
    const loss = lossIn(sight);
    if (loss && loss.what === book.whatOf(role)) return;
    const wait = certain.after(role, loss);
    if (wait > 0) return lookWithin(wait);
    if (!loss) {
      restarts.cancel(role);
      return book.clear(role);
    }
    await book.tell(role, loss);
    restarts.plan(role, loss);
  };

  /** False once it has been over for a while. */
  const end = async (): Promise<boolean> => {
    if (endedAt === undefined) {
      for (const role of roster) restarts.cancel(role);
      await book.tellEnd(roster);
    }
    endedAt ??= clock.elapsed();
    lookAt = endedAt + OVER_AFTER;
    if (clock.elapsed() < lookAt) return true;
    await mail.last();
    return false;
  };

  /** False when the army is over. */
  const look = async (current: SessionEntry): Promise<boolean> => {
    lookAt = clock.elapsed() + SWEEP_EVERY * SWEEPS_A_LOOK;
    const sights = await sightsOf(current, { config, context, moodOf, presence });
    if (sights === "over") return end();
    if (sights === "unknown") return true;
    endedAt = undefined;
    for (const [role, sight] of sights) await judge(role, sight);
    return true;
  };

  const isGoneUnnoticed = async (role: string): Promise<boolean> =>
    book.whatOf(role) === undefined && (await moodOf(role)).mood === "gone";

  /** False when the army is over. */
  const sweep = async (): Promise<boolean> => {
    const current = await registry.find(name);
    // Dismissed by somebody who cannot end this process.
    if (current?.started !== entry.started) return false;
    await book.heed();
    // Who is to be restarted is looked at first: a person may have been quicker.
    const isTime = clock.elapsed() >= Math.min(lookAt, restarts.next());
    const isDue = isTime || (await Promise.all(roster.map(isGoneUnnoticed))).includes(true);
    if (isDue && !(await look(current))) return false;
    mail.look();
    await restarts.carryOut();
    await book.save();
    if (clock.elapsed() >= trimAt) trimAt = clock.elapsed() + (await trimMail(store.mail, config, log));
    return true;
  };

  /** What cannot be read now may be read the next time: only an army that is over ends the watch. */
  const goesOn = (): Promise<boolean> =>
    sweep().catch(async (error) => {
      log.write("error", "sweep-failed", { reason: reasonOf(error) });
      await clock.wait(SWEEP_EVERY, signal);
      return true;
    });

  await book.save();
  log.write("info", "start", { pid: process.pid, restart: config.watch.restart });
  while (!signal.aborted && (await goesOn())) {
    const next = Math.min(clock.elapsed() + SWEEP_EVERY, lookAt, restarts.next());
    await clock.wait(Math.max(0, next - clock.elapsed()), AbortSignal.any([signal, wake.signal]));
    wake = new AbortController();
  }
}

/** Its own folder is there as long as the army is. */
async function listen(folder: string, heard: PresenceParts): Promise<Presence> {
  const socket = watchSocket(folder);
  if (dirname(socket) !== folder) await makePrivateFolder(dirname(socket));
  return openPresence(socket, heard);
}

/** How many milliseconds after now a loss is certain: it must have seemed so for a while, unless it is certain at once. */
function certainty(clock: Clock) {
  const seemsSince = new Map<string, number>();
  return {
    after(role: string, loss: SeenLoss | undefined): number {
      const since = seemsSince.get(role) ?? clock.elapsed();
      const wait = !loss || loss.isSure ? 0 : Math.max(0, since + SURE_AFTER - clock.elapsed());
      if (wait > 0) seemsSince.set(role, since);
      else seemsSince.delete(role);
      return wait;
    },
  };
}
