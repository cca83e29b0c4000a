import type { Readable, Writable } from "node:stream";
import type { AgentPlace, Bell, Memory, Meter } from "#agent-cli/agent-cli.ts";
import { sessionRing } from "#army/session-ring.ts";
import { sweeper } from "#army/sweep.ts";
import { warden } from "#army/warden.ts";
import { systemClock } from "#base/clock.ts";
import { exitStatus, OvldError, reasonOf, systemCode } from "#errors/ovld-error.ts";
import { watchSocket } from "#home/watch-socket.ts";
import { governedCourier, governedInbox } from "#mail/guarded-mailer.ts";
import { inbox } from "#mail/inbox.ts";
import { governor } from "#mail/loop-guard.ts";
import { courier } from "#mail/mailer.ts";
import type { PaneRingParts } from "#mail/pane-channel.ts";
import type { Typist } from "#multiplexer/typist.ts";
import type { RelaySettings, UseLimits } from "#store/relay-store.ts";
import { type Enlisted, enlist, type Openers } from "./enlist.ts";
import { instructions } from "./instructions.ts";
import { currentLimits } from "./limits.ts";
import { lineChannel } from "./line-channel.ts";
import { patrol } from "./patrol.ts";
import { showPresence } from "./presence.ts";
import { serve } from "./server.ts";
import { toolsFor } from "./tools.ts";

export interface RelayHost extends Openers {
  openTypist(program: NonNullable<RelaySettings["multiplexer"]>): Typist;
  composer: PaneRingParts["composer"];
  /** How agents are woken without a keystroke, if they can be. */
  bell?: Bell | undefined;
  /** How the tokens of an agent are counted, if they can be. */
  meter?: ((place: AgentPlace) => Meter) | undefined;
  /** What an agent has written down of its conversation, if it keeps any. */
  memory?: ((place: AgentPlace) => Memory) | undefined;
  /** The limits as the settings have them now. */
  readLimits(): Promise<UseLimits>;
  env: Readonly<Record<string, string | undefined>>;
  input: Readable;
  output: Writable;
  /** Says one line to whoever started the relay. */
  complain(line: string): void;
  /** The process of the agent that it serves. */
  agent: number;
  /** Resolves with the reason when the relay is to end although its input is open. */
  ended: Promise<string>;
  version: string;
}

/** The store's writes are atomic, so what is not finished by then is undone, not broken. */
const FINISH_LIMIT = 450;

/** Serves one role until its agent is gone; resolves with the exit status. */
export async function startRelay(host: RelayHost): Promise<number> {
  let enlisted: Enlisted;
  try {
    enlisted = await enlist(host.env, host);
  } catch (error) {
    host.complain(`ovld relay: ${explain(error)}`);
    return error instanceof OvldError ? exitStatus.config : exitStatus.bug;
  }
  const { role, roster, log } = enlisted;
  const channel = lineChannel(host.input, host.output);
  const { context, rounds, look } = duties(enlisted, host);
  const server = serve({
    ...{ channel, context, log, look },
    memory: host.memory?.({ role, ...enlisted.places }),
    tools: toolsFor(roster),
    instructions: instructions(role, roster),
    version: host.version,
  });
  const hold = () => host.bell?.hold({ role, ...enlisted.places });
  void server.known.then(hold).catch((error: unknown) => {
    // An agent that was not summoned with a bell has no place for one.
    if (systemCode(error) !== "ENOENT") log.write("warn", "bell-not-held", { reason: reasonOf(error) });
  });
  const ending = new AbortController();
  showPresence(watchSocket(enlisted.places.folder), role, ending.signal);
  const parts = { rounds: [...rounds, () => server.receipts.check()], clock: systemClock, log };
  const patrolling = patrol(parts, ending.signal);
  log.write("info", "start", { role, session: roster.session, pid: process.pid, version: host.version });
  const reason = await Promise.race([channel.ended, host.ended]);
  ending.abort();
  const finished = await Promise.race([
    Promise.all([server.finish(), patrolling]).then(() => true),
    systemClock.wait(FINISH_LIMIT).then(() => false),
  ]);
  log.write("info", "end", { reason, finished });
  return 0;
}

/** What a role's tools work with, and what its relay looks after meanwhile. */
function duties({ role, roster, store, shelf, places, log }: Enlisted, host: RelayHost) {
  const { bell, composer, meter, openTypist } = host;
  const clock = systemClock;
  const { multiplexer } = roster.settings;
  const limits = currentLimits(roster.settings, host);
  const ring = sessionRing({
    ...{ roster, places, clock, bell, composer, pending: store.pending },
    typist: multiplexer && openTypist(multiplexer),
  });
  const parts = { store, roster, clock, ring };
  const rules = governor({ clock, limits: roster.settings.storms });
  const sweep = sweeper({ ...parts, role });
  const guard =
    bell &&
    warden({
      ...{ ...parts, role, bell, meter, limits },
      placeOf: (one) => ({ role: one, ...places }),
    });
  return {
    context: {
      ...{ role, roster, clock, shelf, status: store.status },
      courier: governedCourier({
        ...{ courier: courier(parts), governor: rules, roster },
        onCut: (cut) => log.write("warn", "storm-cut", { ...cut }),
      }),
      inbox: governedInbox(inbox({ store, role }), rules),
    },
    rounds: [() => sweep.look(), ...(guard ? [() => guard.look()] : [])],
    look: bell && (() => bell.progress({ role, ...places }, host.agent)),
  };
}

function explain(error: unknown): string {
  const text = error instanceof OvldError ? [error.message, error.hint].filter(Boolean).join(". ") : reasonOf(error);
  return text.replaceAll(/\p{Cc}+/gu, " ");
}
