import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { runningPrograms } from "#test/support/process-table.ts";
import { skipWithout } from "#test/support/programs.ts";
import { agentIsUp, installScriptedAgent } from "#test/support/scripted-agents.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";

const WAIT = { timeout: 60_000, interval: 100 };

/** Names of `sleep` processes, identified by a unique number of seconds. */
const names = ["heir", "heirless", "agentDaemon", "program", "nohup", "daemon"] as const;
type Name = (typeof names)[number];
const seconds = (name: Name) => `${process.pid}${1000 + names.indexOf(name)}`;
const sleep = (name: Name) => `sleep ${seconds(name)}`;

function sleepers(): { name: Name; pid: number }[] {
  const running = runningPrograms();
  return names.flatMap((name) =>
    running.filter(({ argv }) => argv[0] === "sleep" && argv[1] === seconds(name)).map(({ pid }) => ({ name, pid })),
  );
}

/** An agent that starts background processes of several kinds, and ignores SIGHUP. */
async function installStubbornAgent(army: TemporaryArmy): Promise<void> {
  await installScriptedAgent(army);
  const agent = join(army.folder, "bin", "claude");
  const started = [
    `(trap "" HUP TERM; exec setsid ${sleep("heir")}) </dev/null &`,
    `(trap "" HUP; exec env -i ${sleep("heirless")}) </dev/null &`,
    `(setsid ${sleep("agentDaemon")} </dev/null >/dev/null 2>&1 &)`,
  ].join("\n");
  const text = await readFile(agent, "utf8");
  await writeFile(
    agent,
    text.replace("echo $$ >", () => `if [ $role = storm ]; then trap "" HUP\n${started}\nfi\necho $$ >`),
  );
}

/** A person's shell in a pane of the army. */
const shell = `(setsid ${sleep("daemon")} </dev/null >/dev/null 2>&1 &); nohup ${sleep("nohup")} >/dev/null 2>&1 & ${sleep("program")}`;
const openPane = {
  tmux: `tmux new-window -t =ovld-project: '${shell}'`,
  zellij: `zellij --session ovld-project action new-pane -- sh -c '${shell}'`,
};

describe.each(["tmux", "zellij"] as const)("unsummon on %s", (kind) => {
  test("ends agents and their child processes; detached processes stay and are named", {
    timeout: 180_000,
  }, async (context) => {
    skipWithout(context, kind);
    await using army = await temporaryArmy();
    try {
      await installStubbornAgent(army);
      const summoned = await army.ovld(["summon", "--detach", "--no-rituals", "--mux", kind]);
      expect(summoned, summoned.stderr).toMatchObject({ status: 0 });
      const agent = await agentIsUp(army, "storm");
      await army.shell(openPane[kind]);
      await vi.waitFor(() => expect(sleepers().map(({ name }) => name)).toEqual(names), WAIT);

      const { status, stdout, stderr } = await army.ovld(["unsummon", "--force"]);
      expect({ status, stdout }).toEqual({ status: 0, stdout: "ovld-project is unsummoned.\n" });
      const left = sleepers();
      expect(left.map(({ name }) => name)).toEqual(["agentDaemon", "nohup", "daemon"]);
      expect(runningPrograms().map(({ pid }) => pid)).not.toContain(agent.pid);
      expect(stderr).toMatch(/^ovld: Still running, started from the panes of ovld-project [^\n]*: [^\n]*\n$/);
      expect((stderr.match(/sleep \(\d+\)/g) ?? []).sort()).toEqual(left.map(({ pid }) => `sleep (${pid})`).sort());
    } finally {
      for (const { pid } of sleepers()) process.kill(pid, "SIGKILL");
    }
  });
});
