import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import type { AgentObserver, Mood, MoodName } from "#agent-cli/observer.ts";
import type { Waker } from "#agent-cli/waker.ts";
import type { Clock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { notificationLine } from "#store/notification-line.ts";
import type { PendingMarks } from "#store/relay-store.ts";
import { type RoleId, USER, type WaitReason } from "./message.ts";
import type { Notification, Notifier } from "./notify.ts";
import type { PaneChannel } from "./pane-channel.ts";
import type { RelaySettings } from "./roster.ts";

export interface NotifierParts {
  pending: PendingMarks;
  lang: RelaySettings["lang"];
  /** Wakes an agent without a keystroke, if the agent CLI supports it. */
  waker?: Pick<Waker, "wake"> | undefined;
  /** Moods of the agents, if the agent CLI reports them. */
  observer?: Pick<AgentObserver, "mood"> | undefined;
  pathsOf(role: RoleId): AgentPaths;
  /** Types into the recipient's pane, if the session has panes. */
  pane?: PaneChannel | undefined;
  clock: Clock;
}

/**
 * Milliseconds in which an agent that has just become idle starts its wait hook. The wait hook reads the mark first, so
 * no notification is needed.
 */
const ARMING = 2000;

/** Sets the mark, then tries the channels in order: the wait hook, the pane. Throws if the agent has ended. */
export function notifier({ pending, lang, waker, observer, pathsOf, pane, clock }: NotifierParts): Notifier {
  const mark = markPending(pending);

  const lineFor = async (role: RoleId, { from, priority }: Notification): Promise<string> => {
    const mark = await pending.read(role);
    const { senders } = (priority === "urgent" ? mark?.urgent : mark) ?? { senders: [from] };
    return notificationLine(senders, lang, priority);
  };

  const isWoken = async (paths: AgentPaths): Promise<boolean> =>
    waker !== undefined && (await waker.wake(paths).catch(() => "no-wait-hook")) === "woken";

  return async (role, notification) => {
    const queued = await mark(role, notification);
    if (role === USER) return queued;
    const paths = pathsOf(role);
    const mood = await moodOf(observer, paths);
    const { mayWake, mayType, why } = channelsFor(mood, notification, clock.now());
    if (mayWake && (await isWoken(paths))) return { state: "woken", by: "hook" };
    if (mayType && pane) return pane.notify(role, await lineFor(role, notification));
    // An agent that dies before its first hook keeps the mood `starting`; only its pane shows that it has ended.
    const hasEnded = why === "no-agent" || (why === "starting" && (await pane?.hasEnded(role)));
    if (hasEnded) throw new OvldError("agent-gone", { role });
    return why === undefined ? queued : { state: "queued", why };
  };
}

/** The first channel: a mark that the recipient finds at its next check. */
export function markPending(pending: PendingMarks): Notifier {
  return async (role, notification) => {
    if (role !== USER) await pending.mark(role, notification);
    return { state: "queued", why: "no-bell" };
  };
}

/** The channels that reach an agent in this mood, and why its mail waits if there is none. */
function channelsFor(mood: Mood, { priority, insist = false }: Notification, now: number) {
  const why = waits(mood);
  const isPressing = insist || priority === "urgent";
  const isArming = mood.mood === "ready" && Math.abs(now - Date.parse(mood.since ?? "")) < ARMING;
  return {
    mayWake: why === undefined || (isPressing && reachable.includes(mood.mood)),
    mayType: insist ? why === undefined || why === "busy" : why === undefined && !isArming,
    why: why ?? (isArming ? ("busy" as const) : undefined),
  };
}

/** In these moods a wake-up reaches the model at the next step of its turn. */
const reachable: readonly MoodName[] = ["busy", "asking"];

/** Why an agent in this mood cannot take a line; undefined if it can. */
function waits({ mood }: Mood): WaitReason | undefined {
  switch (mood) {
    case "busy":
    case "starting":
    case "limited":
    case "parked":
      return mood;
    case "asking":
      return "dialog";
    case "gone":
      return "no-agent";
    case "ready":
    case "unknown":
      return undefined;
  }
}

async function moodOf(observer: NotifierParts["observer"], paths: AgentPaths): Promise<Mood> {
  const unknown: Mood = { mood: "unknown" };
  return observer ? observer.mood(paths).catch(() => unknown) : unknown;
}
