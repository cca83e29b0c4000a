import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, vi } from "vitest";
import { findProgram } from "#base/find-program.ts";
import { sessionPaths } from "#config/paths.ts";
import { detach } from "#test/detach.ts";
import { without } from "#test/programs.ts";
import { installScriptedAgent, notesOf } from "#test/scripted-agents.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/temporary-army.ts";
import { openTerminal, ovldOnTerminal } from "#test/terminal.ts";
import { verifying } from "#test/verifies.ts";

const here = { skip: without("zellij"), timeout: 180_000 };
const verifies = verifying(here);

/** A world whose `zellij` notes every command line, one word a line, before the real one runs. */
async function recordedWorld(): Promise<{ army: TemporaryArmy; calls(): Promise<string[][]> }> {
  const army = await temporaryArmy();
  await installScriptedAgent(army);
  const [log, program] = [join(army.folder, "calls"), join(army.folder, "bin", "zellij")];
  const real = findProgram("zellij", process.env.PATH);
  await writeFile(program, `#!/bin/sh\n{ printf '%s\\037' "$@"; printf '\\036'; } >> '${log}'\nexec '${real}' "$@"\n`);
  await chmod(program, 0o755);
  const calls = async () =>
    (await readFile(log, "utf8"))
      .split("\u001e")
      .slice(0, -1)
      .map((call) => call.split("\u001f").slice(0, -1));
  return { army, calls };
}

let calls: string[][] = [];
let layout = "";

beforeAll(async () => {
  if (here.skip) return;
  const { army, calls: recorded } = await recordedWorld();
  await using _ = army;
  layout = join(sessionPaths(army.paths, "ovld-project").folder, "layout.kdl");
  await using terminal = await openTerminal(ovldOnTerminal("summon"), { cwd: army.project, env: army.env });
  await terminal.sees("battlefield");
  await vi.waitFor(async () => expect((await notesOf(army, "storm")).typed).toMatch(/\r$/), {
    timeout: 90_000,
    interval: 200,
  });
  await detach(terminal);
  await using again = await openTerminal(ovldOnTerminal("summon"), { cwd: army.project, env: army.env });
  await again.sees("battlefield");
  await detach(again);
  await army.ovld(["unsummon", "--force"]);
  calls = await recorded();
}, here.timeout);

const starting = (...words: string[]) => calls.filter((call) => words.every((word, index) => call[index] === word));

verifies("zellij:create:layout-flag", "summon runs exactly the specified command, once", () => {
  expect(starting("--session", "ovld-project", "--new-session-with-layout")).toEqual([
    ["--session", "ovld-project", "--new-session-with-layout", layout],
  ]);
});

verifies("zellij:attach", "summon on an existing session runs zellij attach <name> and creates nothing", () => {
  expect(starting("attach").length).toBeGreaterThan(0);
  for (const call of starting("attach")) expect(call).toEqual(["attach", "ovld-project"]);
});

verifies("cli:summon:exists", "the same directory again attaches", () => {
  expect(starting("attach").length).toBeGreaterThan(0);
  expect(starting("--session", "ovld-project", "--new-session-with-layout")).toHaveLength(1);
});

verifies("zellij:end:kill", "unsummon runs zellij kill-session <name>", () => {
  expect(starting("kill-session")).toEqual([["kill-session", "ovld-project"]]);
});

verifies("zellij:end:delete", "then zellij delete-session <name> --force", () => {
  // Again while its server has not ended: it writes its session down in its last moment.
  expect(starting("delete-session").length).toBeGreaterThan(0);
  for (const call of starting("delete-session")) expect(call).toEqual(["delete-session", "ovld-project", "--force"]);
  expect(calls.findIndex(([verb]) => verb === "kill-session")).toBeLessThan(
    calls.findIndex(([verb]) => verb === "delete-session"),
  );
});

verifies("ritual:type", "zellij --session <name> action write-chars <text>, by the pane's id", async () => {
  const typed = starting("--session", "ovld-project", "action", "write-chars").filter((call) => call.at(-1) !== "\r");
  expect(typed.map((call) => call.at(-1)?.split("\n")[0])).toEqual([
    "# Overlord",
    "# Strategist",
    "# Inferno",
    "# Glacier",
    "# Shadow",
    "# Storm",
  ]);
  for (const call of typed) expect(call).toContain("--pane-id");
});

verifies("ritual:enter", "and write-chars \\r after each", () => {
  const typed = starting("--session", "ovld-project", "action", "write-chars").map((call) => call.at(-1) === "\r");
  expect(typed).toEqual(Array.from({ length: 12 }, (_, index) => index % 2 === 1));
});
