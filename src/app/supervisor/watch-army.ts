import { dirname } from "node:path";
import { registryOf } from "#app/armies/army-parts.ts";
import { restartAgents } from "#app/lifecycle/restart-agents.ts";
import { agentMoods } from "#app/observe/moods.ts";
import type { Services } from "#app/services.ts";
import { fileLog, type Log } from "#base/log.ts";
import { makePrivateFolder } from "#base/private-folder.ts";
import type { Config } from "#config/settings.ts";
import { reasonOf } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { watchSocket } from "#home/watch-socket.ts";
import { carryOut } from "./carry-out.ts";
import { decideWatch, lookBy, newWatch } from "./decide-watch.ts";
import { dueRestarts } from "./due-restarts.ts";
import { openFailureLog } from "./failure-log.ts";
import { readFailures } from "./failures-file.ts";
import { observeRoles } from "./observe-roles.ts";
import { absence, openPresence, type Presence } from "./presence.ts";
import { trimMail } from "./trim-mail.ts";
import { turnSnapshots } from "./turn-snapshots.ts";
import { unreadMail } from "./unread-mail.ts";

/** Milliseconds between two checks, which read a few files in case an event was missed. */
const CHECK_EVERY = 2000;
/** Asking the multiplexer spawns a process, so only every Nth check does. */
const CHECKS_A_LOOK = 5;
/** Milliseconds. Agents that end together are checked together. */
const SETTLING = 150;

/** Watches one army until it is over or the signal aborts: records failures, restarts agents, returns unread mail. */
export async function watchArmy(entry: SessionEntry, config: Config, services: Services): Promise<void> {
  const { clock, signal } = services;
  const parts = await openWatch(entry, config, services);
  const { log, failures, restarts, mail, moodOf } = parts;
  let state = newWatch;
  let wake = new AbortController();
  let trimAt = 0;

  await using presence = await listenForRelays(entry, parts, () => {
    state = lookBy(state, clock.elapsed() + SETTLING);
    wake.abort();
  });

  /** False when the army is over. */
  const look = async (current: SessionEntry): Promise<boolean> => {
    state = { ...state, lookAt: clock.elapsed() + CHECK_EVERY * CHECKS_A_LOOK };
    const observed = await observeRoles(current, { config, services, moodOf, presence });
    const { roster } = entry;
    const [next, actions] = decideWatch(state, { at: clock.elapsed(), observed, roster, known: failures.known() });
    state = next;
    return carryOut(actions, parts);
  };

  const isGoneUnnoticed = async (role: string): Promise<boolean> =>
    failures.whatOf(role) === undefined && (await moodOf(role)).mood === "gone";

  /** False when the army is over. */
  const check = async (): Promise<boolean> => {
    const current = await registryOf(services).find(entry.name);
    // Dismissed by a process that could not end this one.
    if (current?.started !== entry.started) return false;
    await failures.sync();
    // Check before a restart, because a person may already have restarted the agent.
    const isTime = clock.elapsed() >= Math.min(state.lookAt, restarts.next());
    const isDue = isTime || (await Promise.all(entry.roster.map(isGoneUnnoticed))).includes(true);
    if (isDue && !(await look(current))) return false;
    mail.look();
    parts.snapshots.look();
    await restarts.carryOut();
    await failures.save();
    if (clock.elapsed() >= trimAt) trimAt = clock.elapsed() + (await trimMail(parts.store.mail, config, log));
    return true;
  };

  /** A failed check is retried: only an army that is over ends the watch. */
  const goesOn = (): Promise<boolean> =>
    check().catch(async (error) => {
      log.write("error", "check-failed", { reason: reasonOf(error) });
      await clock.wait(CHECK_EVERY, signal);
      return true;
    });

  await failures.save();
  log.write("info", "start", { pid: process.pid, restart: config.watch.restart });
  while (!signal.aborted && (await goesOn())) {
    const next = Math.min(clock.elapsed() + CHECK_EVERY, state.lookAt, restarts.next());
    await clock.wait(Math.max(0, next - clock.elapsed()), AbortSignal.any([signal, wake.signal]));
    wake = new AbortController();
  }
  await parts.snapshots.done();
}

async function openWatch(entry: SessionEntry, config: Config, services: Services) {
  const { clock, env } = services;
  const { folder, watchLog, relay } = sessionPaths(resolvePaths(env), entry.name);
  const log = fileLog(watchLog, { clock });
  const moodOf = await agentMoods(entry.name, services);
  const store = await services.adapters.openRelayStore(relay);
  const failures = openFailureLog(folder, { clock, log });
  const restarts = dueRestarts(config.watch.restart, {
    ...{ clock, log },
    async restart(role) {
      const [restarted] = await restartAgents(entry, [role], services);
      await failures.forget(role);
      return restarted?.resumed;
    },
  });
  const isGone = (role: string) => ["agent-ended", "pane-closed"].includes(failures.whatOf(role) ?? "");
  const mail = unreadMail(entry, { isGone, log }, services);
  const snapshots = turnSnapshots(entry, { moodOf, log }, services);
  return { folder, roster: entry.roster, log, moodOf, store, failures, restarts, mail, snapshots };
}

/** If no socket can be opened, only the periodic checks remain. */
async function listenForRelays(
  { roster }: SessionEntry,
  { folder, log }: { folder: string; log: Log },
  onLeave: () => void,
): Promise<Presence> {
  // Relays that ended under an earlier watcher do not connect again.
  const lost = Object.entries(await readFailures(folder)).flatMap(([role, { what }]) =>
    what === "relay-ended" ? [role] : [],
  );
  try {
    const socket = watchSocket(folder);
    if (dirname(socket) !== folder) await makePrivateFolder(dirname(socket));
    return await openPresence(socket, { roles: roster, lost, onLeave });
  } catch (error) {
    log.write("warn", "socket-failed", { reason: reasonOf(error) });
    return absence;
  }
}
