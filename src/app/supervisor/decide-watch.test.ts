import { expect, test } from "vitest";
import type { FailureName, ObservedRole } from "#army/failure.ts";
import { decideWatch, newWatch, type WatchAction, type WatchInput, type WatchState } from "./decide-watch.ts";

const roster = ["storm", "shadow"];
const fine: ObservedRole = { pane: { state: "running" }, mood: { mood: "ready" }, hasLostRelay: false };
const crashed: ObservedRole = { ...fine, pane: { state: "exited", exitStatus: 3 } };
const closed: ObservedRole = { ...fine, pane: undefined };
const ended: ObservedRole = { ...fine, mood: { mood: "gone" } };
const relayLost: ObservedRole = { ...fine, hasLostRelay: true };

interface Look {
  at?: number;
  observed: Record<string, ObservedRole> | "over" | "unknown";
  known?: Record<string, FailureName>;
}

function decide(state: WatchState, { at = 0, observed, known = {} }: Look): [WatchState, string[]] {
  const seen: WatchInput["observed"] = typeof observed === "string" ? observed : new Map(Object.entries(observed));
  const [next, actions] = decideWatch(state, { at, roster, observed: seen, known: new Map(Object.entries(known)) });
  return [next, actions.map(text)];
}

function text(action: WatchAction): string {
  if (action.do === "tell" || action.do === "plan-restart") return `${action.do} ${action.role} ${action.failure.what}`;
  return "role" in action ? `${action.do} ${action.role}` : action.do;
}

const scheduled = { ...newWatch, lookAt: 10_000 };

test("a certain failure is recorded, then its restart is planned, in the order of the roles", () => {
  const [, actions] = decide(scheduled, { observed: { storm: crashed, shadow: closed } });
  expect(actions).toEqual([
    "tell storm agent-ended",
    "plan-restart storm agent-ended",
    "tell shadow pane-closed",
    "plan-restart shadow pane-closed",
  ]);
});

test("a known failure is not recorded again; a different one is", () => {
  const known = { storm: "agent-ended" } as const;
  expect(decide(scheduled, { observed: { storm: crashed }, known })[1]).toEqual([]);
  expect(decide(scheduled, { observed: { storm: closed }, known })[1]).toEqual([
    "tell storm pane-closed",
    "plan-restart storm pane-closed",
  ]);
});

test.each([
  ["agent-ended", ended],
  ["relay-ended", relayLost],
] as const)("%s is certain if it lasts 700 ms, and the next poll is moved forward for it", (what, seen) => {
  const [first, nothing] = decide(scheduled, { at: 100, observed: { storm: seen } });
  expect([nothing, first.lookAt]).toEqual([[], 800]);
  const [second, still] = decide(first, { at: 799, observed: { storm: seen } });
  expect(still).toEqual([]);
  const [third, actions] = decide(second, { at: 800, observed: { storm: seen } });
  expect(actions).toEqual([`tell storm ${what}`, `plan-restart storm ${what}`]);
  expect(third.seemsSince.size).toBe(0);
});

test("a relay that is back within 700 ms is no failure, and a later failure gets 700 ms again", () => {
  const [first] = decide(scheduled, { at: 0, observed: { storm: relayLost } });
  const [second, actions] = decide(first, { at: 500, observed: { storm: fine } });
  expect(actions).toEqual(["cancel-restart storm"]);
  expect(decide(second, { at: 800, observed: { storm: relayLost } })[1]).toEqual([]);
});

test("a recovered role is not restarted, and its failure is cleared", () => {
  const known = { storm: "agent-ended" } as const;
  expect(decide(scheduled, { observed: { storm: fine }, known })[1]).toEqual(["cancel-restart storm", "clear storm"]);
});

test("the end of the session cancels the restarts, is recorded once, and stops the watch 10 s later", () => {
  const [first, actions] = decide(scheduled, { at: 1000, observed: "over" });
  expect(actions).toEqual(["cancel-restart storm", "cancel-restart shadow", "tell-end"]);
  expect(first.lookAt).toBe(11_000);
  const [second, waiting] = decide(first, { at: 10_999, observed: "over" });
  expect(waiting).toEqual([]);
  expect(decide(second, { at: 11_000, observed: "over" })[1]).toEqual(["stop"]);
});

test("a session that is back within 10 s stays watched, and its next end gets 10 s again", () => {
  const [first] = decide(scheduled, { at: 1000, observed: "over" });
  const known = { storm: "session-ended", shadow: "session-ended" } as const;
  const [second, actions] = decide(first, { at: 5000, observed: { storm: fine, shadow: crashed }, known });
  expect(actions).toEqual([
    "cancel-restart storm",
    "clear storm",
    "tell shadow agent-ended",
    "plan-restart shadow agent-ended",
  ]);
  expect(decide(second, { at: 20_000, observed: "over" })[1]).toContain("tell-end");
});

test("a failing multiplexer changes nothing", () => {
  const over = { ...scheduled, endedAt: 1000 };
  expect(decide(over, { at: 60_000, observed: "unknown" })).toEqual([over, []]);
});
