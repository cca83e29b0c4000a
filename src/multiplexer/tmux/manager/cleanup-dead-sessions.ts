import { mayBeAlive } from "#base/process-identity.ts";
import { together } from "#base/together.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { endSession } from "#multiplexer/tmux/end-session.ts";
import { listPanes, panesFrom } from "#multiplexer/tmux/listing.ts";
import { endProcessesOf } from "#multiplexer/tmux/make-session.ts";
import { say } from "#multiplexer/tmux/on-server.ts";
import type { PaneState } from "#multiplexer/tmux/pane-state.ts";
import { tmuxRunner } from "#multiplexer/tmux/run.ts";
import { isEmpty } from "#multiplexer/tmux/server-state.ts";
import type { Cleanup } from "#tmux-manager/cleanup.ts";
import { killServer } from "#tmux-manager/kill-server.ts";
import type { Workplace } from "#tmux-manager/manager-parts.ts";
import type { SessionRecord } from "#tmux-manager/session-records.ts";

/** Removes what is dead of the sessions in the registry, on whichever server they are, and logs each. */
export async function cleanupDeadSessions(place: Workplace): Promise<Cleanup[]> {
  const { records, log, clock } = place;
  const bySocket = new Map<string, SessionRecord[]>();
  for (const record of await records.list())
    bySocket.set(record.server.socket, [...(bySocket.get(record.server.socket) ?? []), record]);
  const verdicts = await together([...bySocket].map(([socket, own]) => cleanServer(place, socket, own)));
  return verdicts.flat().map((verdict) => {
    const cleanup = { ...verdict, at: new Date(clock.now()).toISOString() };
    log.write("info", "dead-session", { ...cleanup });
    return cleanup;
  });
}

type Verdict = Omit<Cleanup, "at">;

async function cleanServer(place: Workplace, socket: string, records: readonly SessionRecord[]): Promise<Verdict[]> {
  const { program, env } = place.config;
  const here = { ...place, tmux: tmuxRunner({ program, env, socket: { path: socket } }) };
  const answer = await ask(here);
  const reached = records.filter(({ server }) => answer?.server === `${server.pid} ${server.started}`);
  const others = records.filter((record) => !reached.includes(record));
  const areAlive = await together(others.map(({ server }) => mayBeAlive(server.process)));
  const verdicts = [
    reached.map((record) => cleanReached(here, record, answer?.panes ?? [])),
    others.filter((_, index) => !areAlive[index]).map((record) => forget(here, record, "server-gone")),
    [
      cleanUnreached(
        here,
        others.filter((_, index) => areAlive[index]),
      ),
    ],
  ];
  return (await together(verdicts.flat())).flat();
}

/** Who answers on the socket, with all its panes; undefined when nobody does in time. */
async function ask({ tmux, config: { timeLimit } }: Workplace) {
  try {
    return answerFrom(await tmux.run([say("#{pid} #{start_time}"), listPanes(["-a"])], { timeLimit }));
  } catch (error) {
    if (isEmpty(error)) return answerFrom(error.details.stdout ?? "");
    if (OvldError.is(error, "program-timeout", "no-server", "server-gone")) return undefined;
    throw error;
  }
}

function answerFrom(text: string): { server: string; panes: PaneState[] } {
  const [server = "", ...lines] = text.split("\n");
  return { server, panes: panesFrom(lines.join("\n")) };
}

async function cleanReached(place: Workplace, record: SessionRecord, panes: readonly PaneState[]): Promise<Verdict[]> {
  const own = panes.filter(({ session }) => session.mark === record.mark);
  const [first] = own;
  if (!first) return forget(place, record, "session-gone");
  if (own.some(({ state }) => state === "running")) return [];
  await endSession(place.tmux, first);
  await endProcessesOf(record.mark);
  await place.records.remove(record.mark);
  return [{ session: record.config.name, reason: "panes-dead", action: "killed" }];
}

async function forget(
  place: Workplace,
  { mark, config: { name: session } }: SessionRecord,
  reason: "server-gone" | "session-gone",
): Promise<Verdict[]> {
  await endProcessesOf(mark);
  await place.records.remove(mark);
  return [{ session, reason, action: "forgotten" }];
}

/** A server that runs and cannot be asked can only be killed; entries stay as long as something of them is left. */
async function cleanUnreached(place: Workplace, records: readonly SessionRecord[]): Promise<Verdict[]> {
  const [first] = records;
  if (!first) return [];
  const marks = records.map(({ mark }) => mark);
  const isKilled = await killServer(first.server.process, marks);
  await together(marks.map((mark) => endProcessesOf(mark)));
  if (isKilled) await together(marks.map((mark) => place.records.remove(mark)));
  return records.map(({ config: { name: session } }) => ({
    session,
    reason: "no-answer",
    action: isKilled ? "server-killed" : "processes-ended",
  }));
}
