import { mayBeAlive } from "#base/process-identity.ts";
import { together } from "#base/together.ts";
import { endProcessesOf, endWithPrograms } from "#multiplexer/tmux/end-session.ts";
import type { PaneState } from "#multiplexer/tmux/pane-state.ts";
import { tmuxRunner } from "#multiplexer/tmux/run.ts";
import { answeringServer, isSameServer } from "#multiplexer/tmux/server-state.ts";
import type { Cleanup } from "./cleanup.ts";
import { groups } from "./groups.ts";
import { killServer } from "./kill-server.ts";
import type { ManagerParts } from "./manager-parts.ts";
import type { SessionRecord } from "./session-records.ts";

/** Removes dead sessions of the registry, on any server, and logs each. */
export async function cleanupDeadSessions(parts: ManagerParts): Promise<Cleanup[]> {
  const { records, log, clock } = parts;
  const servers = groups(await records.list(), ({ server }) => server.socket);
  const verdicts = await together(servers.map((own) => cleanServer(parts, own)));
  return verdicts.flat().map((verdict) => {
    const cleanup = { ...verdict, at: new Date(clock.now()).toISOString() };
    log.write("info", "dead-session", { ...cleanup });
    return cleanup;
  });
}

type Verdict = Omit<Cleanup, "at">;

/** All records name the same socket. */
async function cleanServer(
  parts: ManagerParts,
  records: readonly [SessionRecord, ...SessionRecord[]],
): Promise<Verdict[]> {
  const { program, env, timeLimit } = parts.config;
  const here = { ...parts, tmux: tmuxRunner({ program, env, socket: { path: records[0].server.socket } }) };
  const answer = await answeringServer(here.tmux, timeLimit);
  const reached = records.filter(({ server }) => answer && isSameServer(answer.server, server));
  const others = records.filter((record) => !reached.includes(record));
  const areAlive = await together(others.map(({ server }) => mayBeAlive(server.process)));
  const gone = others.filter((_, index) => !areAlive[index]);
  const hanging = others.filter((_, index) => areAlive[index]);
  const verdicts = await together([
    ...reached.map((record) => cleanReached(here, record, answer?.panes ?? [])),
    ...gone.map((record) => forget(here, record, "server-gone")),
    cleanUnreached(here, hanging),
  ]);
  return verdicts.flat();
}

async function cleanReached(
  parts: ManagerParts,
  record: SessionRecord,
  panes: readonly PaneState[],
): Promise<Verdict[]> {
  const own = panes.filter(({ session }) => session.mark === record.mark);
  const [first] = own;
  if (!first) return forget(parts, record, "session-gone");
  if (own.some(({ state }) => state === "running")) return [];
  await endWithPrograms(parts.tmux, first);
  await parts.records.remove(record.mark);
  return [{ session: record.config.name, reason: "panes-dead", action: "killed" }];
}

async function forget(
  parts: ManagerParts,
  { mark, config: { name: session } }: SessionRecord,
  reason: "server-gone" | "session-gone",
): Promise<Verdict[]> {
  await endProcessesOf(mark);
  await parts.records.remove(mark);
  return [{ session, reason, action: "forgotten" }];
}

/**
 * A running server that does not answer can only be killed; records stay as long as something of their session is left.
 */
async function cleanUnreached(parts: ManagerParts, records: readonly SessionRecord[]): Promise<Verdict[]> {
  const [first] = records;
  if (!first) return [];
  const marks = records.map(({ mark }) => mark);
  const isKilled = await killServer(first.server.process, marks);
  await together(marks.map((mark) => endProcessesOf(mark)));
  if (isKilled) await together(marks.map((mark) => parts.records.remove(mark)));
  return records.map(({ config: { name: session } }) => ({
    session,
    reason: "no-answer",
    action: isKilled ? "server-killed" : "processes-ended",
  }));
}
