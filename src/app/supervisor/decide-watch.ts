import { type Failure, type FailureName, failureIn, type ObservedRole, type SeenFailure } from "#army/failure.ts";

/** Times are of `clock.elapsed()`. */
export interface WatchState {
  /** When the multiplexer is polled next. */
  lookAt: number;
  /** When the end of the session was first seen. */
  endedAt: number | undefined;
  /** Start of each role's suspected failure, until it is certain. */
  seemsSince: ReadonlyMap<string, number>;
}

export const newWatch: WatchState = { lookAt: 0, endedAt: undefined, seemsSince: new Map() };

export interface WatchInput {
  at: number;
  roster: readonly string[];
  /** `over` if the session has ended, `unknown` if its multiplexer does not answer. */
  observed: ReadonlyMap<string, ObservedRole> | "over" | "unknown";
  /** The recorded failure of each role. */
  known: ReadonlyMap<string, FailureName>;
}

/** Executed in this order. */
export type WatchAction =
  | { do: "tell"; role: string; failure: Failure }
  | { do: "plan-restart"; role: string; failure: Failure }
  | { do: "cancel-restart"; role: string }
  /** The role has recovered. */
  | { do: "clear"; role: string }
  | { do: "tell-end" }
  /** The army is over. */
  | { do: "stop" };

/** Milliseconds. An agent ends shortly after its relay, and a replaced relay is back by then. */
const SURE_AFTER = 700;
/** Milliseconds. `unsummon` ends the watcher itself, and a resumed session is back by then. */
const OVER_AFTER = 10_000;

/** Decides the actions after a check. Moves the next poll only forward, unless the session is over. */
export function decideWatch(state: WatchState, input: WatchInput): [WatchState, WatchAction[]] {
  const { observed } = input;
  if (observed === "unknown") return [state, []];
  if (observed === "over") return decideEnd(state, input);
  let next: WatchState = { ...state, endedAt: undefined };
  const actions: WatchAction[] = [];
  for (const [role, seen] of observed) {
    const [after, due] = decideRole(next, role, {
      at: input.at,
      failure: failureIn(seen),
      known: input.known.get(role),
    });
    next = after;
    actions.push(...due);
  }
  return [next, actions];
}

export function lookBy(state: WatchState, at: number): WatchState {
  return { ...state, lookAt: Math.min(state.lookAt, at) };
}

function decideEnd(state: WatchState, { at, roster }: WatchInput): [WatchState, WatchAction[]] {
  const endedAt = state.endedAt ?? at;
  const next = { ...state, endedAt, lookAt: endedAt + OVER_AFTER };
  if (at >= next.lookAt) return [next, [{ do: "stop" }]];
  if (state.endedAt !== undefined) return [next, []];
  return [next, [...roster.map((role) => ({ do: "cancel-restart", role }) as const), { do: "tell-end" }]];
}

interface RoleFailure {
  at: number;
  failure: SeenFailure | undefined;
  known: FailureName | undefined;
}

function decideRole(state: WatchState, role: string, { at, failure, known }: RoleFailure): [WatchState, WatchAction[]] {
  if (failure && failure.what === known) return [state, []];
  const since = state.seemsSince.get(role) ?? at;
  const isSure = !failure || failure.isSure || at >= since + SURE_AFTER;
  const seemsSince = new Map(state.seemsSince);
  if (!isSure) return [lookBy({ ...state, seemsSince: seemsSince.set(role, since) }, since + SURE_AFTER), []];
  seemsSince.delete(role);
  const next = { ...state, seemsSince };
  if (failure)
    return [
      next,
      [
        { do: "tell", role, failure },
        { do: "plan-restart", role, failure },
      ],
    ];
  const cleared = known === undefined ? [] : [{ do: "clear", role } as const];
  return [next, [{ do: "cancel-restart", role }, ...cleared]];
}
