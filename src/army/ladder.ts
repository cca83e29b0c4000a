import type { AgentPlace, Bell, Mood, MoodName } from "#agent-cli/agent-cli.ts";
import type { Clock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { type Announcement, markPending, type Ring } from "#mail/mailer.ts";
import type { PaneRing } from "#mail/pane-channel.ts";
import { type RoleId, USER, type WaitReason } from "#store/mail-store.ts";
import { announcementLine } from "#store/notification-line.ts";
import type { PendingMarks, RelaySettings } from "#store/relay-store.ts";

export interface LadderParts {
  pending: PendingMarks;
  lang: RelaySettings["lang"];
  /** The agent CLI's own way to be woken without a keystroke, if it has one. */
  bell?: Bell | undefined;
  placeOf(role: RoleId): AgentPlace;
  /** Types into the recipient's pane, with its own guards, if the session has panes. */
  pane?: PaneRing | undefined;
  clock: Clock;
}

/**
 * Milliseconds in which an agent that has just become idle arms its bell; what waits for it looks at the mark first.
 */
const ARMING = 2000;

/** How a recipient is told of its mail: a mark, then the first rung that reaches it. Throws when its agent has ended. */
export function ladder({ pending, lang, bell, placeOf, pane, clock }: LadderParts): Ring {
  const mark = markPending(pending);

  const lineFor = async (role: RoleId, { from, priority }: Announcement): Promise<string> => {
    const mark = await pending.read(role);
    const { senders } = (priority === "urgent" ? mark?.urgent : mark) ?? { senders: [from] };
    return announcementLine(senders, lang, priority);
  };

  const isRung = async (place: AgentPlace): Promise<boolean> =>
    bell !== undefined && (await bell.ring(place).catch(() => "nobody")) === "rung";

  return async (role, announcement) => {
    const queued = await mark(role, announcement);
    if (role === USER) return queued;
    const place = placeOf(role);
    const mood = await moodOf(bell, place);
    const { mayRing, mayType, why } = rungsFor(mood, announcement, clock.now());
    if (mayRing && (await isRung(place))) return { state: "woken", by: "hook" };
    if (mayType && pane) return pane.announce(role, await lineFor(role, announcement));
    // An agent that dies before its first hook leaves no process to ask for.
    const hasEnded = why === "no-agent" || (why === "starting" && (await pane?.hasEnded(role)));
    if (hasEnded) throw new OvldError("agent-gone", { role });
    return why === undefined ? queued : { state: "queued", why };
  };
}

/** Which rungs an agent in this mood is reached by, and why it waits when none of them reaches it. */
function rungsFor(mood: Mood, { priority, insist = false }: Announcement, now: number) {
  const why = waits(mood);
  const isPressing = insist || priority === "urgent";
  const isArming = mood.mood === "ready" && Math.abs(now - Date.parse(mood.since ?? "")) < ARMING;
  return {
    mayRing: why === undefined || (isPressing && reachable.includes(mood.mood)),
    mayType: insist ? why === undefined || why === "busy" : why === undefined && !isArming,
    why: why ?? (isArming ? ("busy" as const) : undefined),
  };
}

/** Its bell reaches the model at the next step of what it does. */
const reachable: readonly MoodName[] = ["busy", "asking"];

/** What an agent in this mood waits for before it can take a line; undefined when nothing is known against it. */
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

async function moodOf(bell: Bell | undefined, place: AgentPlace): Promise<Mood> {
  const unknown: Mood = { mood: "unknown" };
  return bell ? bell.mood(place).catch(() => unknown) : unknown;
}
