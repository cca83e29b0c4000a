import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { formationFrom } from "#army/formation.ts";
import { planSession } from "#army/plan.ts";
import { parseToml } from "#base/toml.ts";
import type { Pane } from "#multiplexer/multiplexer.ts";
import type { Launch, SessionPlan } from "#multiplexer/session-plan.ts";
import { bundleText } from "#test/support/bundle.ts";
import { overlordPanes } from "#test/support/overlord-panes.ts";
import { skipWithout } from "#test/support/programs.ts";
import { temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal } from "#test/support/terminal.ts";
import { commandLine } from "./command.ts";
import { sessionCommands } from "./session-commands.ts";
import { tmux } from "./tmux.ts";

async function overlord(directory: string, launchRole: (role: string) => Launch): Promise<SessionPlan> {
  const file = "formations/overlord.toml";
  const formation = formationFrom("overlord", parseToml(file, await readFile(file, "utf8")));
  const launchView = (view: string): Launch => ({ argv: ["sh", "-c", "exec cat", view] });
  return planSession({ session: "ovld-castle", directory, formation, launchRole, launchView });
}

/** `UPDATE_GOLDEN=1` writes the file anew. */
async function expectGolden(name: string, content: string): Promise<void> {
  const file = join("test/golden/tmux", name);
  if (process.env.UPDATE_GOLDEN === "1") {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  expect(content).toBe(await readFile(file, "utf8"));
}

test("the overlord's army as a list of commands", async () => {
  const plan = await overlord('/home/maou/魔王の "城" #1', (role) => ({
    argv: ["claude", "--mcp-config", `/o/relay/mcp/${role}.json`, "--allowedTools", "mcp__ovld-relay__*"],
  }));
  const commands = sessionCommands(plan, { mark: "mark", environment: { LANG: "ja_JP.UTF-8" } });
  await expectGolden("overlord.txt", commands.map((command) => `${commandLine([command])}\n`).join(""));
});

/**
 * The seed's sizes: 40 and 60 of the columns, a third of the rows each; lines between panes and titles take their part.
 */
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

test("four windows and seven panes have the formation's sizes, on a terminal of any size", async (context) => {
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
    expectSizes(await multiplexer.open(await overlord(army.project, stay), open), { columns: 200, rows: 50 });
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
