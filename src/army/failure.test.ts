import { expect, test } from "vitest";
import { moodNames } from "#agent-cli/observer.ts";
import { failureIn } from "./failure.ts";

const running = { state: "running" } as const;

test("silence of any length is no failure", () => {
  for (const mood of moodNames.filter((name) => name !== "gone"))
    expect(
      failureIn({ pane: running, mood: { mood, since: "2001-01-01T00:00:00.000Z" }, hasLostRelay: false }),
    ).toBeUndefined();
});

test("an ended agent, a closed pane and a lost relay are different failures", () => {
  const ready = { mood: "ready" } as const;
  expect(failureIn({ pane: { state: "exited", exitStatus: 3 }, mood: ready, hasLostRelay: true })).toEqual({
    ...{ what: "agent-ended", exitStatus: 3, isSure: true },
  });
  expect(failureIn({ pane: undefined, mood: ready, hasLostRelay: true })).toEqual({
    what: "pane-closed",
    isSure: true,
  });
  expect(failureIn({ pane: running, mood: { mood: "gone" }, hasLostRelay: true })).toEqual({
    ...{ what: "agent-ended", isSure: false },
  });
  expect(failureIn({ pane: running, mood: ready, hasLostRelay: true })).toEqual({ what: "relay-ended", isSure: false });
});

test("for a starting agent a missing pane or relay is no failure, but an ended program is", () => {
  const mood = { mood: "starting" } as const;
  expect(failureIn({ pane: undefined, mood, hasLostRelay: true })).toBeUndefined();
  expect(failureIn({ pane: running, mood, hasLostRelay: true })).toBeUndefined();
  expect(failureIn({ pane: { state: "exited" }, mood, hasLostRelay: true })?.what).toBe("agent-ended");
});
