import type { Memory, Trace } from "#agent-cli/agent-cli.ts";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import { OvldError } from "#errors/ovld-error.ts";

export type Recollection = "kept" | "not yet" | "left out";

/** What an agent would remember of a call, should it be killed at this moment and taken up again. */
export interface Recall {
  /** Of the answer: where nobody can know, because nothing is written down, it counts as kept. */
  answerTo(call: string | undefined): Promise<Recollection>;
  /** Resolves when it would remember that it made the call, or that is not worth waiting for; throws when the signal aborts before. */
  remembers(call: string | undefined, signal: AbortSignal): Promise<void>;
}

export interface RecallParts {
  memory: Pick<Memory, "look"> | undefined;
  clock: Clock;
  log: Log;
}

/** Claude Code writes ten times a second when it has time to. */
const LOOK_EVERY = 25;
/** Milliseconds after which it will not be written down any more. Somebody waits for a message; nobody waits for a receipt. */
const LONGEST = { call: 30_000, answer: 600_000 };

export function recall({ memory, clock, log }: RecallParts): Recall {
  const openSince = new Map<string | undefined, number>();
  /** The last call that was waited for was not written down: none is waited for until one is. */
  let isMute = false;

  /** Undefined of what has no name, and where no record is kept. */
  const look = async (call: string | undefined): Promise<Trace | undefined> => {
    try {
      return call === undefined ? undefined : await memory?.look(call);
    } catch {
      // Not to be read just now.
      return { kept: undefined, hasOthers: true };
    }
  };

  const openFor = (call: string | undefined): number => {
    const since = openSince.get(call) ?? clock.elapsed();
    openSince.set(call, since);
    return clock.elapsed() - since;
  };

  return {
    async answerTo(call) {
      const trace = await look(call);
      if (!trace) return "kept";
      const isOpen = trace.kept === undefined || trace.kept === "asked";
      if (isOpen && openFor(call) < LONGEST.answer) return "not yet";
      openSince.delete(call);
      return trace.kept === "answered" || !(trace.kept || trace.hasOthers) ? "kept" : "left out";
    },
    async remembers(call, signal) {
      const deadline = clock.elapsed() + LONGEST.call;
      let trace = await look(call);
      while (trace && !trace.kept && !isMute && clock.elapsed() < deadline) {
        await clock.wait(LOOK_EVERY, signal);
        if (signal.aborted) throw new OvldError("cancelled", {});
        trace = await look(call);
      }
      if (!trace) return;
      if (!trace.kept && !isMute) log.write("warn", "not-written-down", { call });
      isMute = !trace.kept;
    },
  };
}
