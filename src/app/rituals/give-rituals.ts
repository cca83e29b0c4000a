import { startDialogs } from "#agent-cli/questions.ts";
import type { Clock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { Multiplexer, Pane, PaneId } from "#multiplexer/multiplexer.ts";

/** Milliseconds before typing, before Enter, and until the next role. */
export const ritualTiming = { beforeTyping: 500, beforeEnter: 200, betweenRoles: 1000 } as const;

export interface Ritual {
  role: string;
  text: string;
}

export const ritualStates = ["waiting", "given", "failed"] as const;
export type RitualState = (typeof ritualStates)[number];

/**
 * Why a ritual is not typed: an open question, which the text would answer; a person's draft, which would be sent too;
 * or no visible composer.
 */
export const ritualBlockers = [...startDialogs, "question", "draft", "unseen"] as const;
export type RitualBlocker = (typeof ritualBlockers)[number];

export interface RitualProgress {
  role: string;
  state: RitualState;
  /** Reason of the failure. */
  error?: unknown;
  blocker?: RitualBlocker;
}

export interface GiveParts {
  multiplexer: Pick<Multiplexer, "panes" | "type" | "focus" | "focused">;
  clock: Clock;
  signal?: AbortSignal | undefined;
  /** Resolves when the agent takes input or the time limit passes; with the open question, if any. */
  whenReady(role: string, pane: PaneId): Promise<RitualBlocker | undefined>;
  /** Waits until a person has answered the question or cleared the draft; resolves with the blocker after a timeout. */
  whenCleared(role: string, pane: PaneId): Promise<RitualBlocker | undefined>;
  /** The blocker in the pane at this moment. */
  blockerAt(role: string, pane: PaneId): Promise<RitualBlocker | undefined>;
  /** Runs `work` while no other process types into the pane. */
  lockPane<T>(pane: PaneId, work: () => Promise<T>): Promise<T>;
  report(progress: RitualProgress): Promise<void>;
}

/**
 * Types each role's ritual into its pane, one after another. A failure is reported and does not stop the others. Roles
 * with an open question or a person's draft come last.
 */
export async function giveRituals(
  session: string,
  rituals: readonly Ritual[],
  parts: GiveParts,
): Promise<RitualProgress[]> {
  const results = new Map<string, RitualProgress>();
  const giveAll = async (some: readonly Ritual[], isReady: GiveParts["whenReady"]) => {
    for (const { role, text } of some) {
      if (results.size > 0) await parts.clock.wait(ritualTiming.betweenRoles, parts.signal);
      if (parts.signal?.aborted) throw new OvldError("cancelled", {});
      const result = await give(session, { role, text }, isReady, parts);
      results.set(role, result);
      await parts.report(result);
    }
  };
  await giveAll(rituals, parts.whenReady);
  const isCleared: GiveParts["whenReady"] = async (role, pane) => {
    const blocker = await parts.whenCleared(role, pane);
    if (blocker) throw new OvldError("ritual-hindered", { role, blocker });
    return undefined;
  };
  for (;;) {
    const waiting = rituals.filter(({ role }) => results.get(role)?.state === "waiting");
    if (waiting.length === 0) break;
    await giveAll(waiting, isCleared);
  }
  return rituals.flatMap(({ role }) => results.get(role) ?? []);
}

async function give(
  session: string,
  { role, text }: Ritual,
  isReady: GiveParts["whenReady"],
  parts: GiveParts,
): Promise<RitualProgress> {
  try {
    const { id } = await paneOf(session, role, parts);
    const type = () => withFocus(session, id, () => typeRitual(session, id, { role, text }, parts), parts);
    const blocker = (await isReady(role, id)) ?? (await parts.lockPane(id, type));
    return blocker ? { role, state: "waiting", blocker } : { role, state: "given" };
  } catch (error) {
    if (OvldError.is(error, "cancelled")) throw error;
    return { role, state: "failed", error };
  }
}

async function paneOf(session: string, role: string, { multiplexer }: GiveParts): Promise<Pane> {
  const pane = (await multiplexer.panes(session)).find(({ title }) => title === role);
  if (!pane) throw new OvldError("pane-gone", { session, pane: role });
  if (pane.state === "exited") throw new OvldError("agent-gone", { role });
  return pane;
}

/** Types by pane id, so a person may focus another pane meanwhile. A blocker prevents any key press. */
async function typeRitual(
  session: string,
  pane: PaneId,
  { role, text }: Ritual,
  parts: GiveParts,
): Promise<RitualBlocker | undefined> {
  const { multiplexer, clock, signal } = parts;
  await clock.wait(ritualTiming.beforeTyping, signal);
  if (signal?.aborted) throw new OvldError("cancelled", {});
  const blocker = await parts.blockerAt(role, pane);
  if (blocker) return blocker;
  await multiplexer.type(session, pane, text.trimEnd());
  await clock.wait(ritualTiming.beforeEnter);
  await multiplexer.type(session, pane, "\r");
  return undefined;
}

/**
 * Focuses the pane while text is typed, then restores the person's focus unless they moved it. A failure to focus does
 * not stop the ritual.
 */
async function withFocus<T>(
  session: string,
  pane: PaneId,
  work: () => Promise<T>,
  { multiplexer }: GiveParts,
): Promise<T> {
  const looking = () => multiplexer.focused(session).catch(() => undefined);
  const show = (target: PaneId) => multiplexer.focus(session, target).catch(() => {});
  const before = await looking();
  if (before !== undefined) await show(pane);
  try {
    return await work();
  } finally {
    if (before !== undefined && before !== pane && (await looking()) === pane) await show(before);
  }
}
