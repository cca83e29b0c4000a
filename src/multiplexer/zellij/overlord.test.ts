import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formationFrom } from "#army/formation.ts";
import { planSession } from "#army/plan.ts";
import { parseToml } from "#base/toml.ts";
import type { Pane } from "#multiplexer/multiplexer.ts";
import type { Launch, SessionPlan } from "#multiplexer/session-plan.ts";
import { without } from "#test/support/programs.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { verifying } from "#test/support/verifies.ts";
import { renderLayout } from "./layout.ts";
import { zellij } from "./zellij.ts";

type LaunchRole = (role: string) => Launch;

const claude: LaunchRole = (role) => ({
  argv: ["claude", "--mcp-config", `/o/relay/mcp/${role}.json`, "--allowedTools", "mcp__ovld-relay__*"],
});
const sandboxed: LaunchRole = (role) => ({ argv: ["sandbox-exec", "-f", "/o/profile.sb", ...claude(role).argv] });

async function overlord(launchRole: LaunchRole, directory = '/home/maou/魔王の "城"'): Promise<SessionPlan> {
  const file = "formations/overlord.toml";
  const formation = formationFrom("overlord", parseToml(file, await readFile(file, "utf8")));
  const launchView = (view: string): Launch => ({ argv: ["ovld", view] });
  return planSession({ session: "ovld-castle", directory, formation, launchRole, launchView });
}

/** `UPDATE_GOLDEN=1` writes the file anew. */
async function expectGolden(name: string, content: string): Promise<void> {
  const file = join("test/golden/zellij", name);
  if (process.env.UPDATE_GOLDEN === "1") {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  expect(content).toBe(await readFile(file, "utf8"));
}

test("the overlord's army as a layout", async () => {
  await expectGolden("overlord.kdl", renderLayout(await overlord(claude)));
});

test("the overlord's army as a layout, in a sandbox", async () => {
  const layout = renderLayout(await overlord(sandboxed));
  await expectGolden("overlord-sandboxed.kdl", layout);
  expect(layout.match(/command "sandbox-exec"\n *args "-f" "\/o\/profile.sb" "claude" "--mcp-config"/g)).toHaveLength(
    6,
  );
  expect(layout).not.toContain('command "claude"');
});

/** One real session for all questions below; agents and dashboard are stand-ins that stay. */
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
  await multiplexer.open(await overlord(claude, army.project), { folder: join(army.folder, "session") });
  panes = await multiplexer.panes("ovld-castle");
});
afterAll(async () => army?.[Symbol.asyncDispose]());

const verifies = verifying({ skip: without("zellij") });
const panesIn = (tab: string): Pane[] => panes.filter((pane) => pane.tab === tab);

verifies("zellij:layout:tabs", "four tabs in the seed's order, the first with the focus", async () => {
  const tabs = [...new Set(panes.map(({ tab }) => tab))];
  expect(tabs).toEqual(["command", "battlefield", "support", "dashboard"]);
  const layout = renderLayout(await overlord(claude));
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
  expect(left!.columns).toBeLessThan(right!.columns);
  expect(left!.rows).toBe(right!.rows);
  expect(renderLayout(await overlord(claude))).toMatch(
    /tab name="command" focus=true \{\n *pane split_direction="vertical"/,
  );
});

verifies("zellij:layout:battlefield", "inferno alone fills the tab", async () => {
  const [inferno, ...more] = panesIn("battlefield");
  expect([inferno?.title, more]).toEqual(["inferno", []]);
  const [left, right] = panesIn("command");
  expect(inferno!.columns).toBeGreaterThanOrEqual(left!.columns + right!.columns);
});

verifies("zellij:layout:support", "glacier, shadow and storm one above the other, a third each", async () => {
  const support = panesIn("support");
  expect(support.map(({ title }) => title)).toEqual(["glacier", "shadow", "storm"]);
  expect(new Set(support.map(({ columns }) => columns)).size).toBe(1);
  expect(
    Math.max(...support.map(({ rows }) => rows)) - Math.min(...support.map(({ rows }) => rows)),
  ).toBeLessThanOrEqual(2);
  expect(renderLayout(await overlord(claude)).match(/size="3[34]%"/g)).toEqual([
    'size="33%"',
    'size="33%"',
    'size="34%"',
  ]);
});

verifies("zellij:layout:seven-panes", "six roles and the dashboard, and all of them run", async () => {
  expect(panes).toHaveLength(7);
  expect(panes.map(({ state }) => state)).toEqual(Array(7).fill("running"));
});
