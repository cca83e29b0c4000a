import type { AgentObserver, Mood, Waker } from "#agent-cli/agent-cli.ts";

export interface ScriptedWaker extends Waker, AgentObserver {
  /** What each role's agent is said to do; a role that is not named is ready. */
  moods: Map<string, Mood>;
  /** Roles whose wait hook waits. A wake is used up, as a real one is. */
  waiting: Set<string>;
  wakes: string[];
}

/** Wakes and observes agents without an agent CLI behind it. */
export function scriptedWaker(): ScriptedWaker {
  const waker: ScriptedWaker = {
    moods: new Map(),
    waiting: new Set(),
    wakes: [],
    async wake({ role }) {
      if (!waker.waiting.delete(role)) return "nobody";
      waker.wakes.push(role);
      return "woken";
    },
    process: async () => undefined,
    onMood() {},
    mood: async ({ role }) => waker.moods.get(role) ?? { mood: "ready" },
    progress: async () => "silent",
    whenReady: (paths) => waker.mood(paths),
    clear: async () => {},
    hold: async () => () => {},
    async park({ role }, reason) {
      if (reason === undefined) waker.moods.delete(role);
      else waker.moods.set(role, { mood: "parked", since: new Date(0).toISOString(), detail: reason });
    },
    async dismiss({ role }) {
      waker.waiting.delete(role);
    },
  };
  return waker;
}
