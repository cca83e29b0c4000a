import { expect, test } from "vitest";
import type { Mood } from "#agent-cli/observer.ts";
import { sixRoles } from "#test/support/six-roles.ts";
import { decideUsageLimit, nothingTold, type SeenMood, type UsageLimitState } from "./usage-limit.ts";

const NOW = Date.parse("2026-01-01T00:00:00Z");
const MINUTE = 60_000;
const until = NOW + 60 * MINUTE;
const limited: Mood = { mood: "limited", until: new Date(until).toISOString() };

function decide(state: UsageLimitState, minute: number, seen: Partial<SeenMood> = {}) {
  const at = minute * MINUTE;
  const all = { mood: { mood: "unknown" }, resume: true, now: NOW + at, elapsed: at, ...seen } as const;
  return decideUsageLimit(state, all, { role: "inferno", roster: sixRoles() });
}

test("a limit is reported once its end is known, and again after half an hour", () => {
  expect(decide(nothingTold, 0, { mood: { mood: "limited" } })[1]).toBeUndefined();
  const [known, due] = decide(nothingTold, 0, { mood: limited });
  expect(known).toEqual({ ...nothingTold, until });
  expect(due?.messages.map(({ to }) => to)).toEqual(["strategist", "overlord"]);
  const told = due?.stored ?? nothingTold;
  expect(decide(told, 29, { mood: limited })).toEqual([told, undefined]);
  expect(decide(told, 30, { mood: limited })[1]?.messages).toHaveLength(2);
});

test("messages that could not be stored are due again, with the same ids", () => {
  const [known, due] = decide(nothingTold, 0, { mood: limited });
  expect(decide(known, 0.05, { mood: limited })[1]?.messages).toEqual(due?.messages);
});

test("after the limit the agent gets one continue message, unless it continued by itself", () => {
  const waiting = { ...nothingTold, until };
  expect(decide(waiting, 59)).toEqual([waiting, undefined]);
  const [, due] = decide(waiting, 60);
  expect(due?.messages).toMatchObject([{ to: "inferno", subject: "Your usage limit is over" }]);
  expect(decide(due?.stored ?? waiting, 61)[1]).toBeUndefined();
  expect(decide(waiting, 60, { mood: { mood: "busy" } })).toEqual([nothingTold, undefined]);
  expect(decide(waiting, 60, { resume: false })).toEqual([waiting, undefined]);
});

test("an agent that hits its limit repeatedly gets a continue message at most every ten minutes", () => {
  const resumed = { ...nothingTold, until, resumedAt: 60 * MINUTE };
  expect(decide(resumed, 69)[1]).toBeUndefined();
  expect(decide(resumed, 70)[1]).toBeDefined();
});
