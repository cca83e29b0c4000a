import type { Clock } from "#base/clock.ts";
import { OvldError, reasonOf } from "#base/errors.ts";
import type { Multiplexer, PaneId } from "#multiplexer/multiplexer.ts";

/** Milliseconds that a pane is given to be ready, to take in a text, and until the next role's turn. */
export const ritualTiming = { beforeTyping: 500, beforeEnter: 200, betweenRoles: 1000 } as const;

export interface Ritual {
  role: string;
  text: string;
}

export type RitualState = "waiting" | "given" | "failed";

export interface RitualProgress {
  role: string;
  state: RitualState;
  reason?: string;
}

export interface GiveParts {
  multiplexer: Pick<Multiplexer, "panes" | "type" | "focus" | "focused">;
  clock: Clock;
  signal?: AbortSignal | undefined;
  /** Runs `work` while nobody else types into the pane. */
  lockPane<T>(pane: PaneId, work: () => Promise<T>): Promise<T>;
  report(progress: RitualProgress): Promise<void>;
}

/** Types each role's ritual into its own pane, one after another; a role whose ritual did not arrive is reported, the rest go on. */
export async function giveRituals(
  session: string,
  rituals: readonly Ritual[],
  parts: GiveParts,
): Promise<RitualProgress[]> {
  const { clock, signal, report } = parts;
  const results: RitualProgress[] = [];
  for (const [index, { role, text }] of rituals.entries()) {
    if (index > 0) await clock.wait(ritualTiming.betweenRoles, signal);
    if (signal?.aborted) throw new OvldError("cancelled", {});
    const result = await give(session, role, text, parts);
    results.push(result);
    await report(result);
  }
  return results;
}

async function give(session: string, role: string, text: string, parts: GiveParts): Promise<RitualProgress> {
  try {
    const pane = (await parts.multiplexer.panes(session)).find(({ title }) => title === role);
    if (!pane) throw new OvldError("pane-gone", { session, pane: role });
    if (pane.state === "exited") throw new OvldError("agent-gone", { role });
    await parts.lockPane(pane.id, () =>
      withFocus(session, pane.id, () => typeRitual(session, pane.id, text, parts), parts),
    );
    return { role, state: "given" };
  } catch (error) {
    if (OvldError.is(error, "cancelled")) throw error;
    return { role, state: "failed", reason: reasonOf(error) };
  }
}

/** The text goes to the pane by its id, so a person who looks elsewhere meanwhile is never typed over. */
async function typeRitual(
  session: string,
  pane: PaneId,
  text: string,
  { multiplexer, clock, signal }: GiveParts,
): Promise<void> {
  await clock.wait(ritualTiming.beforeTyping, signal);
  if (signal?.aborted) throw new OvldError("cancelled", {});
  await multiplexer.type(session, pane, text.trimEnd());
  await clock.wait(ritualTiming.beforeEnter);
  await multiplexer.type(session, pane, "\r");
}

/**
 * Shows the pane while it is typed into; afterwards the focus is where the person had it, unless they moved it themselves.
 * Showing is a courtesy: when it fails the ritual is given all the same.
 */
async function withFocus(
  session: string,
  pane: PaneId,
  work: () => Promise<void>,
  { multiplexer }: GiveParts,
): Promise<void> {
  const looking = () => multiplexer.focused(session).catch(() => undefined);
  const show = (target: PaneId) => multiplexer.focus(session, target).catch(() => {});
  const before = await looking();
  if (before !== undefined) await show(pane);
  try {
    await work();
  } finally {
    if (before !== undefined && before !== pane && (await looking()) === pane) await show(before);
  }
}
