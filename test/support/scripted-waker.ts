import type { AgentObserver, Mood } from "#agent-cli/observer.ts";
import type { Waker } from "#agent-cli/waker.ts";

export interface ScriptedWaker extends Waker, AgentObserver {
  /** Mood of each role's agent; `ready` for other roles. */
  moods: Map<string, Mood>;
  /** Roles with a waiting wait hook; a wake removes the role. */
  waiting: Set<string>;
  wakes: string[];
}

/** Waker and observer without an agent CLI. */
export function scriptedWaker(): ScriptedWaker {
  const waker: ScriptedWaker = {
    moods: new Map(),
    waiting: new Set(),
    wakes: [],
    async wake({ role }) {
      if (!waker.waiting.delete(role)) return "no-wait-hook";
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
