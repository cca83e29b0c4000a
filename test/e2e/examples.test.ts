import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { namesOf } from "#cli/frame/command.ts";
import { commands } from "#cli/frame/table.ts";
import { exitStatus } from "#errors/ovld-error.ts";
import { detach } from "#test/support/detach.ts";
import { skipWithout } from "#test/support/programs.ts";
import { installScriptedAgent } from "#test/support/scripted-agents.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { gitEnvironment, initialise } from "#test/support/temporary-repository.ts";
import { openTerminal, ovldOnTerminal } from "#test/support/terminal.ts";

/** In an order in which each can succeed; `ovld-mine` is replaced by the army's own name. */
const script = [
  "ovld summon --dry-run --no-rituals",
  "ovld summon --detach",
  "ovld status",
  "ovld status ovld-mine",
  "ovld status --all --json",
  "ovld cost",
  "ovld cost --json",
  "ovld dashboard",
  "ovld dashboard --all --plain",
  "ovld serve",
  "ovld serve --port 0 --json",
  "ovld watch",
  "ovld ritual inferno",
  "ovld ritual",
  "ovld restart inferno",
  "ovld restart glacier storm --force",
  "ovld restart --all --force",
  "ovld work",
  "ovld work rescue",
  "ovld work rescue storm",
  "ovld attach",
  "ovld attach ovld-mine",
  "ovld unsummon --keep --force",
  "ovld summon --resume",
  "ovld unsummon --keep --force",
  "ovld summon --fresh --detach",
  "ovld unsummon --force",
  "ovld summon",
  "ovld unsummon ovld-mine --force",
  "ovld summon --detach",
  "ovld unsummon --all --force",
];

test("the script holds every example of the army's commands", async () => {
  const army = namesOf(commands).filter((name) => commands[name].group === "army" || name === "watch");
  const examples = (await Promise.all(army.map(async (name) => (await commands[name].load()).examples))).flat();
  expect([...new Set(script)].sort()).toEqual([...new Set(examples)].sort());
});

test("every example of the army's commands works, in turn", { timeout: 300_000 }, async (context) => {
  skipWithout(context, "zellij");
  await using army = await temporaryArmy();
  await installScriptedAgent(army);
  Object.assign(army.env, gitEnvironment, { OVLD_WORK_ISOLATION: "worktree" });
  await initialise(army.project, army.env);
  for (const example of script) {
    const line = example.replace("ovld-mine", "ovld-project");
    if (/^ovld (summon|attach)( ovld-\S+| --resume)?$/.test(line)) await onTerminal(line, army);
    else if (line.startsWith("ovld serve")) await untilInterrupted(line, army);
    else {
      const { status, stdout, stderr } = await army.shell(line);
      expect(status, `${example}: ${stdout}${stderr}`).toBe(0);
    }
  }
  expect((await army.ovld(["status"])).stdout).toContain("No army is running");
});

/** Attaches to the army and detaches again. */
async function onTerminal(line: string, army: TemporaryArmy): Promise<void> {
  const argv = ovldOnTerminal(...line.split(" ").slice(1));
  await using terminal = await openTerminal(argv, { cwd: army.project, env: army.env });
  await terminal.sees("battlefield");
  expect(await detach(terminal), line).toBe(0);
}

/** Runs a server on a free port until Ctrl-C. */
async function untilInterrupted(line: string, army: TemporaryArmy): Promise<void> {
  const child = spawn("sh", ["-c", `exec ${line}`], {
    cwd: army.project,
    env: { ...army.env, OVLD_SERVER_LISTEN: "127.0.0.1:0" },
  });
  const ended = once(child, "close");
  const [text] = await Promise.race([once(child.stdout, "data"), ended]);
  expect(String(text), line).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
  child.kill("SIGINT");
  expect((await ended)[0], line).toBe(exitStatus.cancelled);
}
