import { expect, test } from "vitest";
import type { SessionEntry } from "#home/session-entry.ts";
import type { MultiplexerSession } from "#multiplexer/multiplexer.ts";
import { isOver, sessionStates, survey } from "./survey.ts";

const entry = (name: string, multiplexer: SessionEntry["multiplexer"] = "zellij"): SessionEntry => ({
  name,
  directory: "/p",
  started: "2026-01-01T00:00:00.000Z",
  multiplexer,
  formation: "overlord",
  roster: [],
  panes: {},
});

test("running, exited, orphan and unknown are determined by exact name and multiplexer", () => {
  const entries = [entry("a"), entry("ab"), entry("b"), entry("c", "tmux")];
  const zellij = [
    { name: "a", state: "running" },
    { name: "b", state: "exited" },
    { name: "c", state: "running" },
  ] as const;
  expect(survey(entries, { zellij }).map(({ state }) => state)).toEqual(["running", "orphan", "exited", "unknown"]);
  expect(survey(entries, { zellij, tmux: [] }).at(-1)?.state).toBe("orphan");
});

test("a resting army is not an orphan, but the multiplexer's answer takes precedence", () => {
  const resting = { ...entry("a"), isResting: true };
  const stateAmong = (...zellij: MultiplexerSession[]) => survey([resting], { zellij })[0]?.state;
  expect(stateAmong()).toBe("resting");
  expect(stateAmong({ name: "a", state: "running" })).toBe("running");
  expect(survey([resting], {})[0]?.state).toBe("unknown");
});

test("an army is over only if its agents are certainly gone", () => {
  expect(sessionStates.filter(isOver)).toEqual(["exited", "orphan", "resting"]);
  expect(isOver(undefined)).toBe(false);
});
