import { expect, test } from "vitest";
import { catalog } from "#i18n/catalog.ts";
import { send } from "#store/store-fixture.contract.ts";
import { anArmy } from "#test/tui/an-army.ts";
import { plainDashboard } from "./plain-dashboard.ts";

const given = { words: await catalog("en"), lang: "en" as const, now: Date.now() };

test("prints each item once on its own line, without columns and uncut", async () => {
  const army = await anArmy({ mood: async () => ({ mood: "busy" }) });
  const task = "burn ".repeat(80).trim();
  await army.store.status.set({ role: "inferno", status: "working", task, updated: new Date().toISOString() });
  await send(army.store, { to: "inferno", subject: "burn", timestamp: new Date().toISOString() });
  const lines = await plainDashboard({ ...given, armies: [army] });
  expect(lines).toContain("ovld-test  running  /castle");
  expect(lines).toContain(`* inferno *: working, busy, ${task}, Pending 1 (now), now`);
  expect(lines).toContain("Workers: 1/6  Pending: inferno 1 (now)");
  expect(lines.at(-1)).toMatch(/^\d\d:\d\d:\d\d {2}overlord → inferno: burn \[queued\]$/);
});

test("prints that there is no mail; for a resting army prints only its state", async () => {
  const lines = await plainDashboard({ ...given, armies: [await anArmy({ state: async () => "resting" })] });
  expect(lines[0]).toBe("ovld-test  resting  /castle");
  expect(lines.slice(-2)).toEqual(["Messages:", "No messages yet."]);
});

test("prints the next step if there is no army", async () => {
  expect(await plainDashboard({ ...given, armies: [] })).toEqual([
    "No army is running on this machine.",
    "Use `ovld summon` to summon one.",
  ]);
});
