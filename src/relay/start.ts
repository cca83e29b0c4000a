import type { Readable, Writable } from "node:stream";
import type { AgentSenses, SensesOf } from "#agent-cli/agent-cli.ts";
import type { AgentKind } from "#agent-cli/kinds.ts";
import { sensesByRole } from "#app/armies/agent-senses.ts";
import { sessionNotifier } from "#app/mail/session-notifier.ts";
import { systemClock } from "#base/clock.ts";
import { exitStatus, OvldError, reasonOf, systemCode } from "#errors/ovld-error.ts";
import { watchSocket } from "#home/watch-socket.ts";
import { guardedInbox } from "#mail/guarded-inbox.ts";
import { guardedMailer } from "#mail/guarded-mailer.ts";
import { inbox } from "#mail/inbox.ts";
import { loopGuard } from "#mail/loop-guard.ts";
import { mailer } from "#mail/mailer.ts";
import { resender } from "#mail/resender.ts";
import type { RelaySettings, UseLimits } from "#mail/roster.ts";
import { usageGuard } from "#mail/usage-guard.ts";
import type { PaneInput } from "#multiplexer/pane-input.ts";
import { runBackgroundTasks } from "./background-tasks.ts";
import { type Count, counter } from "./counter.ts";
import { identify, type Openers, type RelayIdentity } from "./identify.ts";
import { instructions } from "./instructions.ts";
import { currentLimits } from "./limits.ts";
import { lineChannel } from "./line-channel.ts";
import { showPresence } from "./presence.ts";
import { serve } from "./server.ts";
import { toolsFor } from "./tools.ts";

export interface RelayHost extends Openers {
  openPaneInput(program: NonNullable<RelaySettings["multiplexer"]>): PaneInput;
  /** Wakes and observes the agents of each CLI. */
  senses: Readonly<Record<AgentKind, AgentSenses>>;
  /** Reads the limits from the settings. */
  readLimits(): Promise<UseLimits>;
  env: Readonly<Record<string, string | undefined>>;
  input: Readable;
  output: Writable;
  /** Writes one line for the program that started the relay. */
  complain(line: string): void;
  /** Pid of the agent. */
  agent: number;
  /** Resolves with the reason when the relay must end although its input is open. */
  ended: Promise<string>;
  version: string;
}

/** Milliseconds. The store's writes are atomic, so unfinished work is undone, not broken. */
const FINISH_LIMIT = 450;
/** Milliseconds after which a relay without any request continues its start. */
const FIRST_ANSWER_LIMIT = 500;

/** Serves one role until its agent is gone; resolves with the exit status. */
export async function startRelay(host: RelayHost): Promise<number> {
  let identity: RelayIdentity;
  try {
    identity = await identify(host.env, host);
  } catch (error) {
    host.complain(`ovld relay: ${explain(error)}`);
    return error instanceof OvldError ? exitStatus.config : exitStatus.bug;
  }
  const { role, roster, log } = identity;
  const count = counter(identity);
  const channel = lineChannel(host.input, host.output);
  const sensesOf = sensesByRole(host.senses);
  const self = { role, ...identity.paths };
  const { context, tasks, look } = partsOf(identity, host, { count, sensesOf });
  const server = serve({
    ...{ channel, context, log, look },
    transcript: sensesOf(self).transcript(self),
    tools: toolsFor(roster),
    instructions: instructions(role, roster),
    version: host.version,
  });
  const hold = () => sensesOf(self).waker.hold(self);
  void server.known.then(hold).catch((error: unknown) => {
    // ENOENT: the agent was summoned without hooks.
    if (systemCode(error) !== "ENOENT") log.write("warn", "wait-hooks-not-held", { reason: reasonOf(error) });
  });
  // The agent waits for the first answer, so the rest of the start follows it.
  await Promise.race([server.answered, channel.ended, host.ended, systemClock.wait(FIRST_ANSWER_LIMIT)]);
  const ending = new AbortController();
  showPresence(watchSocket(identity.paths.folder), role, ending.signal);
  const background = runBackgroundTasks(
    { tasks: [...tasks, () => server.receipts.check()], clock: systemClock, log },
    ending.signal,
  );
  log.write("info", "start", { role, session: roster.session, pid: process.pid, version: host.version });
  const counted = count("starts");
  const reason = await Promise.race([channel.ended, host.ended]);
  ending.abort();
  const finished = await Promise.race([
    Promise.all([server.finish(), background, counted]).then(() => true),
    systemClock.wait(FINISH_LIMIT).then(() => false),
  ]);
  log.write("info", "end", { reason, finished });
  return 0;
}

/** The context of a role's tools, and the background tasks of its relay. */
function partsOf(
  { role, roster, store, insights, paths, log }: RelayIdentity,
  host: RelayHost,
  { count, sensesOf }: { count: Count; sensesOf: SensesOf },
) {
  const { openPaneInput } = host;
  const self = { role, ...paths };
  const clock = systemClock;
  const { multiplexer } = roster.settings;
  const limits = currentLimits(roster.settings, host);
  const notifier = sessionNotifier({
    ...{ roster, folders: paths, clock, sensesOf, pending: store.pending },
    paneInput: multiplexer && openPaneInput(multiplexer),
  });
  const parts = { store, roster, clock, notifier };
  const guard = loopGuard({ clock, limits: roster.settings.storms });
  const resending = resender({ ...parts, role });
  const usage = usageGuard({
    ...{ ...parts, role, limits },
    waker: { park: (one, reason) => sensesOf(one).waker.park(one, reason) },
    observer: { mood: (one) => sensesOf(one).observer.mood(one) },
    meter: (one) => sensesOf(one).meter(one),
    pathsOf: (one) => ({ role: one, ...paths }),
  });
  return {
    context: {
      ...{ role, roster, clock, insights, status: store.status },
      mailer: guardedMailer({
        ...{ mailer: mailer(parts), guard, roster },
        onCut(cut) {
          log.write("warn", "storm-cut", { ...cut });
          void count("cuts");
        },
      }),
      inbox: guardedInbox(inbox({ store, role }), guard),
    },
    tasks: [() => resending.look(), () => usage.look()],
    look: () => sensesOf(self).observer.progress(self, host.agent),
  };
}

function explain(error: unknown): string {
  const text = error instanceof OvldError ? [error.message, error.hint].filter(Boolean).join(". ") : reasonOf(error);
  return text.replaceAll(/\p{Cc}+/gu, " ");
}
