import type { Bell, Mood } from "#agent-cli/agent-cli.ts";

export interface ScriptedBell extends Bell {
  /** What each role's agent is said to do; a role that is not named is ready. */
  moods: Map<string, Mood>;
  /** Whose agent waits for a ring. A ring is used up, as a real one is. */
  waiting: Set<string>;
  rings: string[];
}

/** A bell without an agent CLI behind it. */
export function scriptedBell(): ScriptedBell {
  const bell: ScriptedBell = {
    moods: new Map(),
    waiting: new Set(),
    rings: [],
    async ring({ role }) {
      if (!bell.waiting.delete(role)) return "nobody";
      bell.rings.push(role);
      return "rung";
    },
    process: async () => undefined,
    mood: async ({ role }) => bell.moods.get(role) ?? { mood: "ready" },
    progress: async () => "silent",
    whenReady: (place) => bell.mood(place),
    makeWay: async () => {},
    hold: async () => () => {},
    async park({ role }, reason) {
      if (reason === undefined) bell.moods.delete(role);
      else bell.moods.set(role, { mood: "parked", since: new Date(0).toISOString(), detail: reason });
    },
    async dismiss({ role }) {
      bell.waiting.delete(role);
    },
  };
  return bell;
}
