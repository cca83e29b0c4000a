import type { StartDialog } from "#agent-cli/agent-cli.ts";
import type { Clock } from "#base/clock.ts";
import { OvldError, reasonOf } from "#base/errors.ts";
import type { Multiplexer, Pane, PaneId } from "#multiplexer/multiplexer.ts";

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
  /** What its agent asks before it takes anything else. */
  dialog?: StartDialog;
}

export interface GiveParts {
  multiplexer: Pick<Multiplexer, "panes" | "type" | "screen" | "focus" | "focused">;
  clock: Clock;
  signal?: AbortSignal | undefined;
  /** `fixed`: the times of `ritualTiming` are kept. `watched`: they are bounds, and what they are for is looked at. */
  pace: "fixed" | "watched";
  /** Resolves with what its agent asks, if it does, once it takes input or cannot be waited for any longer. */
  whenReady(role: string, pane: PaneId): Promise<StartDialog | undefined>;
  /** Waits for a person to answer; resolves with what is still asked when that takes too long. */
  whenAnswered(role: string, pane: PaneId): Promise<StartDialog | undefined>;
  /** Runs `work` while nobody else types into the pane. */
  lockPane<T>(pane: PaneId, work: () => Promise<T>): Promise<T>;
  report(progress: RitualProgress): Promise<void>;
}

/**
 * Types each role's ritual into its own pane, one after another; a role whose ritual did not arrive is reported, the rest go
 * on. One whose agent asks something comes last: the ritual would be taken for the answer.
 */
export async function giveRituals(
  session: string,
  rituals: readonly Ritual[],
  parts: GiveParts,
): Promise<RitualProgress[]> {
  const results = new Map<string, RitualProgress>();
  const giveAll = async (some: readonly Ritual[], isReady: GiveParts["whenReady"]) => {
    for (const { role, text } of some) {
      if (results.size > 0 && parts.pace === "fixed") await parts.clock.wait(ritualTiming.betweenRoles, parts.signal);
      if (parts.signal?.aborted) throw new OvldError("cancelled", {});
      const result = await give(session, { role, text }, isReady, parts);
      results.set(role, result);
      await parts.report(result);
    }
  };
  await giveAll(rituals, parts.whenReady);
  const asked = rituals.filter(({ role }) => results.get(role)?.state === "waiting");
  await giveAll(asked, async (role, pane) => {
    const dialog = await parts.whenAnswered(role, pane);
    if (dialog) throw new OvldError("agent-asks", { role, dialog });
    return undefined;
  });
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
    const dialog = await isReady(role, id);
    if (dialog) return { role, state: "waiting", dialog };
    await parts.lockPane(id, () => withFocus(session, id, () => typeRitual(session, id, text, parts), parts));
    return { role, state: "given" };
  } catch (error) {
    if (OvldError.is(error, "cancelled")) throw error;
    return { role, state: "failed", reason: reasonOf(error) };
  }
}

async function paneOf(session: string, role: string, { multiplexer }: GiveParts): Promise<Pane> {
  const pane = (await multiplexer.panes(session)).find(({ title }) => title === role);
  if (!pane) throw new OvldError("pane-gone", { session, pane: role });
  if (pane.state === "exited") throw new OvldError("agent-gone", { role });
  return pane;
}

/** The text goes to the pane by its id, so a person who looks elsewhere meanwhile is never typed over. */
async function typeRitual(session: string, pane: PaneId, text: string, parts: GiveParts): Promise<void> {
  const { multiplexer, signal } = parts;
  const screen = () => multiplexer.screen(session, pane);
  await settle(ritualTiming.beforeTyping, async () => (await screen()).trim() !== "", parts);
  if (signal?.aborted) throw new OvldError("cancelled", {});
  const before = parts.pace === "watched" ? await screen() : "";
  await multiplexer.type(session, pane, text.trimEnd());
  await settle(ritualTiming.beforeEnter, async () => (await screen()) !== before, { ...parts, signal: undefined });
  await multiplexer.type(session, pane, "\r");
}

const LOOK_EVERY = 20;

async function settle(bound: number, isSettled: () => Promise<boolean>, { clock, signal, pace }: GiveParts) {
  if (pace === "fixed") return clock.wait(bound, signal);
  for (const deadline = clock.elapsed() + bound; clock.elapsed() < deadline && !(await isSettled()); )
    await clock.wait(LOOK_EVERY, signal);
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
