import { expect, test } from "vitest";
import { type RestartMode, restartPolicy } from "./restart-policy.ts";

const crash = { what: "agent-ended", exitStatus: 1 } as const;
const pauses = (mode: RestartMode, times: readonly number[]) => {
  const policy = restartPolicy(mode);
  return times.map((at) => policy.after("storm", crash, at));
};

test("restarts never, once, or always with a pause that grows to five minutes", () => {
  const often = Array.from({ length: 11 }, (_, n) => n * 1000);
  expect(pauses("never", often.slice(0, 2))).toEqual([undefined, undefined]);
  expect(pauses("once", often.slice(0, 2))).toEqual([1000, undefined]);
  expect(pauses("always", often)).toEqual([
    ...[1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000],
    ...[300_000, 300_000],
  ]);
});

test("the pause is reset for an agent that ran long; each role is counted separately", () => {
  expect(pauses("always", [0, 10_000, 10_000 + 2000 + 600_001])).toEqual([1000, 2000, 1000]);
  const policy = restartPolicy("once");
  expect([policy.after("storm", crash, 0), policy.after("shadow", crash, 0)]).toEqual([1000, 1000]);
});

test("an agent that a person ended is not restarted, and neither is one that lost only its relay", () => {
  const policy = restartPolicy("always");
  for (const failure of [
    { what: "agent-ended", exitStatus: 0 },
    { what: "pane-closed" },
    { what: "relay-ended" },
  ] as const)
    expect(policy.after("storm", failure, 0), failure.what).toBeUndefined();
  expect(policy.after("storm", { what: "agent-ended" }, 0)).toBe(1000);
});
