import { expect, test } from "vitest";
import type { Launch } from "#multiplexer/session-plan.ts";
import { expectGolden } from "#test/support/expect-golden.ts";
import { claudeLaunch, overlordPlan } from "#test/support/overlord-plan.ts";
import { renderLayout } from "./layout.ts";

const directory = '/home/maou/魔王の "城"';
const launchView = (view: string): Launch => ({ argv: ["ovld", view] });
const confined = (role: string): Launch => ({
  argv: ["sandbox-exec", "-f", "/o/profile.sb", ...claudeLaunch(role).argv],
});

test("the overlord's army as a layout", async () => {
  const plan = await overlordPlan(directory, { launchRole: claudeLaunch, launchView });
  await expectGolden("zellij/overlord.kdl", renderLayout(plan));
});

test("the overlord's army as a layout, in a sandbox", async () => {
  const layout = renderLayout(await overlordPlan(directory, { launchRole: confined, launchView }));
  await expectGolden("zellij/overlord-sandboxed.kdl", layout);
  expect(layout.match(/command "sandbox-exec"\n *args "-f" "\/o\/profile.sb" "claude" "--mcp-config"/g)).toHaveLength(
    6,
  );
  expect(layout).not.toContain('command "claude"');
});
