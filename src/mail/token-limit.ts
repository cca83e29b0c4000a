import type { Mood } from "#agent-cli/observer.ts";
import type { Breach } from "./budget.ts";
import { commandersOf } from "./commanders.ts";
import { limitWords } from "./limit-text.ts";
import { type MessageId, type RoleId, USER } from "./message.ts";
import { derivedId } from "./message-id.ts";
import type { Roster } from "./roster.ts";
import type { SystemMessage } from "./system-mail.ts";

export interface TokenLimitState {
  /** The last report sent to the commanders. */
  told: string;
  /** Message of an unfinished unparking; a retry reuses its id. */
  release: { since: Mood["since"]; id: MessageId } | undefined;
}

export const nothingParked: TokenLimitState = { told: "", release: undefined };

export interface SeenUse {
  mood: Mood;
  breach: Breach | undefined;
  /** True if no higher agent is running. */
  isHighest: boolean;
  now: number;
}

export type TokenLimitAction =
  | { do: "park"; reason: string }
  /** `stored` is the state once all messages are stored. */
  | { do: "tell"; messages: SystemMessage[]; stored: TokenLimitState }
  /** The message is sent first: an unparked agent without a message would stay idle. */
  | { do: "unpark"; message: SystemMessage };

/** Parks an agent at its token limit, informs its commanders, and unparks it once the limit was raised. */
export function decideTokenLimit(
  state: TokenLimitState,
  { mood, breach, isHighest, now }: SeenUse,
  { role, roster }: { role: RoleId; roster: Roster },
): [TokenLimitState, TokenLimitAction | undefined] {
  const words = limitWords(roster.settings.lang);
  const { since } = mood;
  if (!breach) {
    if (mood.mood !== "parked") return [state, undefined];
    const { release: before } = state;
    const isTriedAgain = before !== undefined && before.since === since;
    const release = isTriedAgain ? before : { since, id: derivedId(now, `${role} unparked ${since}`) };
    const message = { id: release.id, to: role, ...words.goOn.unparked };
    return [
      { ...state, release },
      { do: "unpark", message },
    ];
  }
  if (mood.mood === "gone") return [state, undefined];
  if (mood.mood !== "parked") return [state, { do: "park", reason: words.reason(breach) }];
  // All relays detect the army's limit at once, so only that of the highest running agent reports it.
  const isReporter = breach.what === "role" || isHighest;
  const report = `parked ${breach.what} ${breach.limit}`;
  const at = Date.parse(since ?? "");
  if (!since || !isReporter || state.told === report + at) return [state, undefined];
  const text = words.parked(role, breach);
  const readers = new Set([...commandersOf(role, roster), ...(breach.what === "total" ? [USER] : [])]);
  const messages = [...readers].map((to) => ({ id: derivedId(at, `${role} ${report} ${to}`), to, ...text }));
  return [state, { do: "tell", messages, stored: { ...state, told: report + at } }];
}
