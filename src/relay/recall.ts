import type { Kept, Memory } from "#agent-cli/agent-cli.ts";
import type { Clock } from "#base/clock.ts";
import { OvldError } from "#base/errors.ts";
import type { Log } from "#base/log.ts";

/** What an agent will remember of a call, should it be killed at this moment and taken up again. */
export interface Recall {
  /** Whether it will remember as much. Of an agent of which nothing is written down nobody can know: it counts as one that does. */
  has(call: string | undefined, kept: Kept): Promise<boolean>;
  /** Resolves when it will remember the call; throws when the signal aborts before. */
  remembers(call: string | undefined, signal: AbortSignal): Promise<void>;
}

export interface RecallParts {
  memory: Pick<Memory, "kept"> | undefined;
  clock: Clock;
  log: Log;
}

/** Claude Code writes ten times a second when it has time to. */
const LOOK_EVERY = 25;
/** What is not written down by then, with mail waiting for it, may never be: the disk is full, or the CLI keeps no record any more. */
const LONGEST = 30_000;

export function recall({ memory, clock, log }: RecallParts): Recall {
  const askedSince = new Map<string, number>();
  /** The last call that was waited for was never written down: no other is waited for until one is. */
  let isMute = false;

  const look = async (call: string, kept: Kept): Promise<boolean | undefined> => {
    const found = (await memory?.kept(call).catch(() => "nothing" as const)) ?? "no record";
    if (found === "no record") return undefined;
    return found === kept || found === "answered";
  };

  const has: Recall["has"] = async (call, kept) => {
    if (call === undefined) return true;
    const found = await look(call, kept);
    const since = askedSince.get(call) ?? clock.elapsed();
    if (found === false && !isMute && clock.elapsed() - since < LONGEST) {
      askedSince.set(call, since);
      return false;
    }
    if (found === false && !isMute) log.write("warn", "not-written-down", { call, kept });
    isMute = found === false;
    askedSince.delete(call);
    return true;
  };

  return {
    has,
    async remembers(call, signal) {
      while (!(await has(call, "asked"))) {
        await clock.wait(LOOK_EVERY, signal);
        if (signal.aborted) throw new OvldError("cancelled", {});
      }
    },
  };
}
