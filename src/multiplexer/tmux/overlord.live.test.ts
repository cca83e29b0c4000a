import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { Pane } from "#multiplexer/multiplexer.ts";
import type { Launch } from "#multiplexer/session-plan.ts";
import { bundleText } from "#test/support/bundle.ts";
import { overlordPanes } from "#test/support/overlord-panes.ts";
import { overlordPlan } from "#test/support/overlord-plan.ts";
import { skipWithout } from "#test/support/programs.ts";
import { temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal } from "#test/support/terminal.ts";
import { tmux } from "./tmux.ts";

/** Sizes of the formation: 40 and 60 % of the columns, a third of the rows each, minus borders and titles. */
function expectSizes(panes: readonly Pane[], { columns, rows }: { columns: number; rows: number }): void {
  expect(panes.map(({ tab, title }) => `${tab}/${title}`)).toEqual(overlordPanes);
  const [overlord, strategist, inferno, glacier, shadow, storm, dashboard] = panes as [Pane, ...Pane[]];
  expect(overlord.columns / columns).toBeCloseTo(0.4, 1);
  expect(overlord.columns + 1 + strategist!.columns).toBe(columns);
  for (const pane of [inferno!, glacier!, shadow!, storm!, dashboard!]) expect(pane.columns).toBe(columns);
  for (const pane of [overlord, strategist!, inferno!, dashboard!])
    expect(Math.abs(pane.rows - rows)).toBeLessThanOrEqual(1);
  for (const pane of [glacier!, shadow!, storm!]) expect(Math.abs(pane.rows - rows / 3)).toBeLessThan(3);
}

test("four windows and seven panes have the formation's sizes at any terminal size", async (context) => {
  skipWithout(context, "tmux");
  await using army = await temporaryArmy();
  const multiplexer = tmux({ program: "tmux", env: army.env });
  const open = { folder: join(army.folder, "session") };
  const attach = await bundleText(
    `import { tmux } from "./src/multiplexer/tmux/tmux.ts";
await tmux({ program: "tmux", env: process.env }).attach("ovld-castle");`,
    join(army.folder, "attach.mjs"),
  );
  for (const [columns, rows] of [
    [90, 30],
    [300, 80],
  ] as const) {
    expectSizes(
      await multiplexer.open(await overlordPlan(army.project, { launchRole: stay, launchView: stay }), open),
      { columns: 200, rows: 50 },
    );
    await using terminal = await openTerminal([process.execPath, attach], {
      cwd: army.project,
      env: army.env,
      columns,
      rows,
    });
    await terminal.sees(/overlord.*strategist/);
    await vi.waitFor(async () => expectSizes(await multiplexer.panes("ovld-castle"), { columns, rows: rows - 1 }), {
      timeout: 20_000,
    });
    await multiplexer.end("ovld-castle");
  }
});

const stay = (): Launch => ({ argv: ["cat"] });
