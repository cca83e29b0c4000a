import { expect, vi } from "vitest";
import { without } from "#test/support/programs.ts";
import { installScriptedAgent } from "#test/support/scripted-agents.ts";
import { temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal, ovldOnTerminal } from "#test/support/terminal.ts";
import { verifying } from "#test/support/verifies.ts";

const verifies = verifying({ skip: without("zellij"), timeout: 180_000 });

verifies("zellij:layout:dashboard", "the dashboard's pane shows and controls its own army", async () => {
  await using army = await temporaryArmy();
  await installScriptedAgent(army);
  const argv = ovldOnTerminal("summon", "--mux", "zellij", "--no-rituals");
  const options = { cwd: army.project, env: army.env, columns: 120, rows: 40 };
  await using terminal = await openTerminal(argv, options);
  const goToDashboard = () => army.shell("zellij -s ovld-project action go-to-tab-name dashboard");
  await terminal.sees("battlefield");
  await goToDashboard();
  await terminal.sees(/ovld-project +running/);
  await terminal.sees("No messages yet. Press m to write one.");
  await terminal.press("j", "j");
  await terminal.sees("› 🔥 Inferno");
  await terminal.press("Enter");
  // The tab with Inferno's pane is shown, which runs the scripted agent.
  await terminal.sees(/^(?!.*Workers).*ready/s);
  await vi.waitFor(
    async () => {
      await goToDashboard();
      expect(await terminal.screen()).toContain("The multiplexer shows Inferno.");
    },
    { timeout: 30_000, interval: 500 },
  );
  await terminal.press("m");
  await terminal.type("城門を焼け");
  await terminal.press("Enter");
  await terminal.sees(/the Abyss → Inferno +城門を焼け/);
  await terminal.press("q");
  await terminal.sees("ovld-project keeps running.");
});
