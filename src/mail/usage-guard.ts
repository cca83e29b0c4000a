import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import type { AgentObserver, Mood } from "#agent-cli/observer.ts";
import type { Meter, TokenUse } from "#agent-cli/usage.ts";
import type { Waker } from "#agent-cli/waker.ts";
import { type Breach, breachOf, sumOf } from "./budget.ts";
import { rolesAbove } from "./commanders.ts";
import type { RoleId } from "./message.ts";
import type { UseLimits } from "./roster.ts";
import { type SystemMailParts, type SystemMessage, sendFromSystem } from "./system-mail.ts";
import { decideTokenLimit, nothingParked, type TokenLimitAction } from "./token-limit.ts";
import { decideUsageLimit, nothingTold } from "./usage-limit.ts";

export interface UsageGuardParts extends SystemMailParts {
  role: RoleId;
  waker: Pick<Waker, "park">;
  observer: Pick<AgentObserver, "mood">;
  pathsOf(role: RoleId): AgentPaths;
  /** Counts tokens, if the agent CLI records them. */
  meter?: ((paths: AgentPaths) => Meter) | undefined;
  /** Read at each check, because a human may have changed them. */
  limits(): Promise<UseLimits>;
}

export interface UsageGuard {
  /** Checks the limits of the role's agent once. */
  look(): Promise<void>;
}

/** Runs in the agent's relay. Parks the agent at its token limit, and informs its commanders of limits. */
export function usageGuard(parts: UsageGuardParts): UsageGuard {
  const { role, roster, clock, waker, observer, pathsOf } = parts;
  const spentBy = meters(parts);
  let usage = nothingTold;
  let tokens = nothingParked;

  const send = async (messages: readonly SystemMessage[]): Promise<void> => {
    for (const message of messages) await sendFromSystem(message, parts);
  };

  const watchUsage = async (mood: Mood, { resume }: UseLimits): Promise<void> => {
    const seen = { mood, resume, now: clock.now(), elapsed: clock.elapsed() };
    const [state, due] = decideUsageLimit(usage, seen, { role, roster });
    usage = state;
    if (!due) return;
    await send(due.messages);
    usage = due.stored;
  };

  const isHighestHere = async (): Promise<boolean> => {
    for (const above of rolesAbove(role, roster))
      if ((await observer.mood(pathsOf(above))).mood !== "gone") return false;
    return true;
  };

  const watchTokens = async (mood: Mood, breach: Breach | undefined): Promise<void> => {
    const isHighest = breach?.what === "total" && mood.mood === "parked" && (await isHighestHere());
    const seen = { mood, breach, isHighest, now: clock.now() };
    const [state, action] = decideTokenLimit(tokens, seen, { role, roster });
    tokens = state;
    if (action) await carryOut(action, breach);
  };

  const carryOut = async (action: TokenLimitAction, breach: Breach | undefined): Promise<void> => {
    switch (action.do) {
      case "park": {
        await waker.park(pathsOf(role), action.reason);
        const mood = await observer.mood(pathsOf(role));
        if (mood.mood === "parked") await watchTokens(mood, breach);
        return;
      }
      case "tell":
        await send(action.messages);
        tokens = action.stored;
        return;
      case "unpark":
        await send([action.message]);
        await waker.park(pathsOf(role), undefined);
    }
  };

  return {
    async look() {
      const limits = await parts.limits();
      const mood = await observer.mood(pathsOf(role));
      await watchUsage(mood, limits);
      await watchTokens(mood, await breachNow(limits, parts, spentBy));
    },
  };
}

type SpentBy = (role: RoleId) => Promise<TokenUse>;

async function breachNow(limits: UseLimits, { role, roster }: UsageGuardParts, spentBy: SpentBy) {
  if (limits.tokensPerRole === 0 && limits.tokensTotal === 0) return undefined;
  const own = await spentBy(role);
  const all: TokenUse[] = [];
  if (limits.tokensTotal > 0) for (const { id } of roster.roles) all.push(await spentBy(id));
  return breachOf(own, sumOf(all), limits);
}

/** Keeps one meter for each role, because a repeated reading of a meter reads only new records. */
function meters({ meter, pathsOf }: UsageGuardParts): SpentBy {
  const known = new Map<RoleId, Meter>();
  return async (role) => {
    const read = known.get(role) ?? meter?.(pathsOf(role));
    if (!read) return sumOf([]);
    known.set(role, read);
    return read();
  };
}
