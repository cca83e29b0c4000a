import { expect, test } from "vitest";
import { silentLog } from "#base/log.ts";
import { dueRestarts } from "./due-restarts.ts";

function fixture(mode: "once" | "always") {
  const seen = { now: 0, failures: 0, restarted: [] as string[] };
  const restarts = dueRestarts(mode, {
    async restart(role) {
      if (seen.failures-- > 0) throw new Error("no room");
      seen.restarted.push(`${role} at ${seen.now}`);
      return true;
    },
    clock: { now: () => 0, elapsed: () => seen.now, wait: async () => {} },
    log: silentLog,
  });
  /** Advances the clock to the next due restart. */
  const goOn = async () => {
    seen.now = restarts.next();
    await restarts.carryOut();
  };
  return { seen, restarts, goOn };
}
const crash = { what: "agent-ended", exitStatus: 1 } as const;

test("an agent is restarted once, when its restart is due", async () => {
  const { seen, restarts, goOn } = fixture("always");
  expect(restarts.next()).toBe(Number.POSITIVE_INFINITY);
  restarts.plan("storm", crash);
  await restarts.carryOut();
  expect(seen.restarted).toEqual([]);
  await goOn();
  await restarts.carryOut();
  expect(seen.restarted).toEqual(["storm at 1000"]);
  expect(restarts.next()).toBe(Number.POSITIVE_INFINITY);
});

test("a failed restart is retried later if the policy grants another", async () => {
  const { seen, restarts, goOn } = fixture("always");
  seen.failures = 1;
  restarts.plan("storm", crash);
  await goOn();
  await goOn();
  expect(seen.restarted).toEqual(["storm at 3000"]);
  const once = fixture("once");
  once.seen.failures = 1;
  once.restarts.plan("storm", crash);
  await once.goOn();
  expect(once.restarts.next()).toBe(Number.POSITIVE_INFINITY);
});

test("an agent that recovered by itself is not restarted", async () => {
  const { seen, restarts, goOn } = fixture("always");
  restarts.plan("storm", crash);
  restarts.plan("shadow", crash);
  restarts.cancel("storm");
  await goOn();
  expect(seen.restarted).toEqual(["shadow at 1000"]);
});

test("an agent with a closed pane is not restarted", async () => {
  const { restarts } = fixture("always");
  restarts.plan("storm", crash);
  restarts.plan("storm", { what: "pane-closed" });
  expect(restarts.next()).toBe(Number.POSITIVE_INFINITY);
});
