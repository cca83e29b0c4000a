import { expect, test } from "vitest";
import type { Mood } from "#agent-cli/observer.ts";
import { sixRoles } from "#test/support/six-roles.ts";
import type { Breach } from "./budget.ts";
import { decideTokenLimit, nothingParked, type SeenUse, type TokenLimitState } from "./token-limit.ts";

const NOW = Date.parse("2026-01-01T00:00:00Z");
const parked: Mood = { mood: "parked", since: "2026-01-01T00:00:00.000Z" };
const breach: Breach = { what: "role", used: 12, limit: 10 };

function decide(seen: Partial<SeenUse>, state: TokenLimitState = nothingParked) {
  const all = { mood: { mood: "busy" }, breach: undefined, isHighest: false, now: NOW, ...seen } as const;
  return decideTokenLimit(state, all, { role: "inferno", roster: sixRoles() });
}

test("an agent within its limit is not parked", () => {
  expect(decide({})).toEqual([nothingParked, undefined]);
});

test("an agent that is over its limit is parked first, and reported once it is parked", () => {
  const [, park] = decide({ breach });
  expect(park).toMatchObject({ do: "park", reason: expect.stringContaining("12 of 10 used") });
  const [state, tell] = decide({ breach, mood: parked });
  expect(state).toEqual(nothingParked);
  if (tell?.do !== "tell") throw new Error("nothing is told");
  expect(tell.messages.map(({ to }) => to)).toEqual(["strategist", "overlord"]);
  expect(decide({ breach, mood: parked }, tell.stored)).toEqual([tell.stored, undefined]);
  expect(decide({ breach: { ...breach, limit: 11 }, mood: parked }, tell.stored)[1]).toMatchObject({ do: "tell" });
});

test("the highest running agent reports the army's limit, also to the human", () => {
  const total: Breach = { ...breach, what: "total" };
  expect(decide({ breach: total, mood: parked })[1]).toBeUndefined();
  const [, tell] = decide({ breach: total, mood: parked, isHighest: true });
  expect(tell).toMatchObject({ do: "tell", messages: [{ to: "strategist" }, { to: "overlord" }, { to: "user" }] });
});

test("an agent that has ended is not parked", () => {
  expect(decide({ breach, mood: { mood: "gone" } })[1]).toBeUndefined();
});

test("a retried unparking keeps the id of its message", () => {
  const [state, first] = decide({ mood: parked });
  expect(first).toMatchObject({ do: "unpark", message: { to: "inferno" } });
  expect(decide({ mood: parked, now: NOW + 3000 }, state)).toEqual([state, first]);
  const later: Mood = { ...parked, since: "2026-01-01T01:00:00.000Z" };
  expect(decide({ mood: later, now: NOW + 3000 }, state)[1]).not.toEqual(first);
});
