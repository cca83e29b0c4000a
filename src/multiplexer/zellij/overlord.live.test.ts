import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import type { Pane } from "#multiplexer/multiplexer.ts";
import { claudeLaunch, overlordPlan } from "#test/support/overlord-plan.ts";
import { without } from "#test/support/programs.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { verifying } from "#test/support/verifies.ts";
import { renderLayout } from "./layout.ts";
import { zellij } from "./zellij.ts";

const overlord = (directory: string) =>
  overlordPlan(directory, { launchRole: claudeLaunch, launchView: (view) => ({ argv: ["ovld", view] }) });
const layoutOf = async (directory: string) => renderLayout(await overlord(directory));

/** One real session for all tests below; agents and dashboard are replaced by programs that stay. */
let army: TemporaryArmy | undefined;
let panes: Pane[] = [];
beforeAll(async () => {
  if (without("zellij")) return;
  army = await temporaryArmy();
  await mkdir(join(army.folder, "stand-in"));
  for (const name of ["claude", "ovld"])
    await writeFile(join(army.folder, "stand-in", name), "#!/bin/sh\nexec cat\n", { mode: 0o755 });
  const env = { ...army.env, PATH: `${join(army.folder, "stand-in")}:${army.env.PATH}` };
  const multiplexer = zellij({ program: "zellij", env });
  await multiplexer.open(await overlord(army.project), { folder: join(army.folder, "session") });
  panes = await multiplexer.panes("ovld-castle");
});
afterAll(async () => army?.[Symbol.asyncDispose]());

const verifies = verifying({ skip: without("zellij") });
const panesIn = (tab: string): Pane[] => panes.filter((pane) => pane.tab === tab);

verifies("zellij:layout:tabs", "four tabs in the seed's order, the first with the focus", async () => {
  const tabs = [...new Set(panes.map(({ tab }) => tab))];
  expect(tabs).toEqual(["command", "battlefield", "support", "dashboard"]);
  const layout = await layoutOf("/p");
  expect(layout.match(/tab name="[a-z]+"( focus=true)?/g)).toEqual([
    'tab name="command" focus=true',
    'tab name="battlefield"',
    'tab name="support"',
    'tab name="dashboard"',
  ]);
});

verifies("zellij:layout:command", "overlord left and smaller, strategist right and larger", async () => {
  const [left, right, ...more] = panesIn("command");
  expect([left?.title, right?.title, more]).toEqual(["overlord", "strategist", []]);
  // Halves of an odd number of columns differ by one.
  expect(left!.columns).toBeLessThan(0.9 * right!.columns);
  expect(left!.rows).toBe(right!.rows);
  expect(await layoutOf("/p")).toMatch(/tab name="command" focus=true \{\n *pane split_direction="vertical"/);
});

verifies("zellij:layout:battlefield", "inferno alone fills the tab", async () => {
  const [inferno, ...more] = panesIn("battlefield");
  expect([inferno?.title, more]).toEqual(["inferno", []]);
  const [left, right] = panesIn("command");
  expect(inferno!.columns).toBeGreaterThanOrEqual(left!.columns + right!.columns);
  expect(inferno!.rows).toBeGreaterThanOrEqual(left!.rows);
});

verifies("zellij:layout:support", "glacier, shadow and storm one above the other, a third each", async () => {
  const support = panesIn("support");
  expect(support.map(({ title }) => title)).toEqual(["glacier", "shadow", "storm"]);
  const [inferno] = panesIn("battlefield");
  for (const { columns } of support) expect(columns).toBe(inferno!.columns);
  expect(
    Math.max(...support.map(({ rows }) => rows)) - Math.min(...support.map(({ rows }) => rows)),
  ).toBeLessThanOrEqual(2);
  expect((await layoutOf("/p")).match(/size="3[34]%"/g)).toEqual(['size="33%"', 'size="33%"', 'size="34%"']);
});

verifies("zellij:layout:seven-panes", "six roles and the dashboard, and all of them run", async () => {
  expect(panes).toHaveLength(7);
  expect(panes.map(({ state }) => state)).toEqual(Array(7).fill("running"));
});
