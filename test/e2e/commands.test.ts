import { join } from "node:path";
import { beforeAll, expect } from "vitest";
import { sessionPaths } from "#home/paths.ts";
import { detach } from "#test/support/detach.ts";
import { without } from "#test/support/programs.ts";
import { recordProgram } from "#test/support/recorded-program.ts";
import { agentIsUp, installScriptedAgent } from "#test/support/scripted-agents.ts";
import { temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal, ovldOnTerminal } from "#test/support/terminal.ts";
import { verifying } from "#test/support/verifies.ts";

const here = { skip: without("zellij"), timeout: 180_000 };
const verifies = verifying(here);

let calls: string[][] = [];
let layout = "";

beforeAll(async () => {
  if (here.skip) return;
  await using army = await temporaryArmy();
  await installScriptedAgent(army);
  const recorded = await recordProgram(army, "zellij");
  layout = join(sessionPaths(army.paths, "ovld-project").folder, "layout.kdl");
  await using terminal = await openTerminal(ovldOnTerminal("summon", "--no-rituals"), {
    cwd: army.project,
    env: army.env,
  });
  await terminal.sees("battlefield");
  await agentIsUp(army, "storm");
  await detach(terminal);
  await using again = await openTerminal(ovldOnTerminal("summon"), { cwd: army.project, env: army.env });
  await again.sees("battlefield");
  await detach(again);
  await army.ovld(["unsummon", "--force"]);
  calls = (await recorded()).map(({ argv }) => argv);
}, here.timeout);

const creating = () =>
  calls.filter((call) => call.some((word) => /^--(new-session-with-layout|create-background|create)$/.test(word)));
const starting = (...words: string[]) => calls.filter((call) => words.every((word, index) => call[index] === word));

verifies("zellij:create:layout-flag", "summon runs exactly the specified command, once", () => {
  expect(starting("--session", "ovld-project", "--new-session-with-layout")).toEqual([
    ["--session", "ovld-project", "--new-session-with-layout", layout],
  ]);
});

verifies("zellij:attach", "summon on an existing session runs zellij attach <name> and creates nothing", () => {
  expect(starting("attach").length).toBeGreaterThan(0);
  for (const call of starting("attach")) expect(call).toEqual(["attach", "ovld-project"]);
  expect(creating()).toHaveLength(1);
});

verifies("cli:summon:exists", "a second summon in the directory attaches", () => {
  expect(starting("attach").length).toBeGreaterThan(0);
  expect(creating()).toEqual([["--session", "ovld-project", "--new-session-with-layout", layout]]);
});

verifies("zellij:end:kill", "unsummon runs zellij kill-session <name>", () => {
  expect(starting("kill-session")).toEqual([["kill-session", "ovld-project"]]);
});

verifies("zellij:end:delete", "then zellij delete-session <name> --force", () => {
  // Repeated while the server is exiting, because the server saves the session at its exit.
  expect(starting("delete-session").length).toBeGreaterThan(0);
  for (const call of starting("delete-session")) expect(call).toEqual(["delete-session", "ovld-project", "--force"]);
  expect(calls.findIndex(([command]) => command === "kill-session")).toBeLessThan(
    calls.findIndex(([command]) => command === "delete-session"),
  );
});
