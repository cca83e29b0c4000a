import type { CallRecord, Transcript } from "#agent-cli/transcript.ts";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import { OvldError } from "#errors/ovld-error.ts";

export type Recollection = "kept" | "not yet" | "left out";

/** The part of a call that survives in the agent's conversation if the agent is killed now and resumed. */
export interface Recall {
  /** Whether the answer survives. Without a transcript it counts as kept. */
  answerTo(call: string | undefined): Promise<Recollection>;
  /** Resolves once the call survives, or after a timeout. Throws when the signal aborts. */
  remembers(call: string | undefined, signal: AbortSignal): Promise<void>;
}

export interface RecallParts {
  transcript: Pick<Transcript, "look"> | undefined;
  clock: Clock;
  log: Log;
}

/** Milliseconds. An agent CLI writes its transcript ten times a second at most. */
const LOOK_EVERY = 25;
/** Timeouts in milliseconds for a line of the transcript. That of a call is shorter, because a message waits for it. */
const LONGEST = { call: 30_000, answer: 600_000 };

export function recall({ transcript, clock, log }: RecallParts): Recall {
  const openSince = new Map<string | undefined, number>();
  /** True after a call was not recorded in time: then no call waits until one is recorded. */
  let isMute = false;

  /** Undefined without a transcript, and for a call without a name. */
  const look = async (call: string | undefined): Promise<CallRecord | undefined> => {
    try {
      return call === undefined ? undefined : await transcript?.look(call);
    } catch {
      // The transcript may be readable later.
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
      if (!trace.kept && !isMute) log.write("warn", "call-not-recorded", { call });
      isMute = !trace.kept;
    },
  };
}
