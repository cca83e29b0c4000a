import type { Mood } from "#agent-cli/observer.ts";
import { commandersOf } from "./commanders.ts";
import { limitWords } from "./limit-text.ts";
import type { RoleId } from "./message.ts";
import { derivedId } from "./message-id.ts";
import type { Roster } from "./roster.ts";
import type { SystemMessage } from "./system-mail.ts";

/** Reports sent about an agent's usage limit. Times are of `clock.elapsed()`. */
export interface UsageLimitState {
  /** End of the current limit, by `clock.now()`. */
  until: number | undefined;
  toldAt: number;
  resumedAt: number;
}

export const nothingTold: UsageLimitState = {
  ...{ until: undefined, toldAt: Number.NEGATIVE_INFINITY, resumedAt: Number.NEGATIVE_INFINITY },
};

export interface SeenMood {
  mood: Mood;
  /** Whether the agent gets a message to continue after its limit. */
  resume: boolean;
  now: number;
  elapsed: number;
}

/** Messages to send, and the state once all of them are stored. */
export interface UsageMessages {
  messages: SystemMessage[];
  stored: UsageLimitState;
}

/** Milliseconds. A retrying agent hits its limit each time, which is not reported again. */
const TELL_AGAIN = 30 * 60_000;
const RESUME_AGAIN = 10 * 60_000;

/** Informs the commanders of a usage limit, and tells the agent to continue after it. */
export function decideUsageLimit(
  state: UsageLimitState,
  seen: SeenMood,
  { role, roster }: { role: RoleId; roster: Roster },
): [UsageLimitState, UsageMessages | undefined] {
  const { mood, resume, now, elapsed } = seen;
  const words = limitWords(roster.settings.lang);
  if (mood.mood === "limited") {
    if (!mood.until) return [{ ...state, until: undefined }, undefined];
    const until = Date.parse(mood.until);
    const known = { ...state, until };
    if (elapsed - state.toldAt < TELL_AGAIN) return [known, undefined];
    const at = reportTime(until, now);
    const text = words.limited(role, mood.until, mood.detail);
    const messages = commandersOf(role, roster).map((to) => ({
      ...{ id: derivedId(at, `${role} limited ${until} ${to}`), to },
      ...text,
    }));
    return [known, { messages, stored: { ...known, toldAt: elapsed } }];
  }
  const until = mood.mood === "unknown" ? state.until : undefined;
  const known = { ...state, until };
  if (until === undefined || !resume || now < until || elapsed - state.resumedAt < RESUME_AGAIN)
    return [known, undefined];
  const message = { id: derivedId(until, `${role} reset`), to: role, ...words.goOn.reset };
  return [known, { messages: [message], stored: { ...known, until: undefined, resumedAt: elapsed } }];
}

/**
 * Time in the id of a report. Equal for all relays that report a limit at about the same time, and never in the future,
 * because mail is sorted by id.
 */
function reportTime(until: number, now: number): number {
  return until - Math.ceil((until - now) / TELL_AGAIN) * TELL_AGAIN;
}
