import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { sessionPaths } from "#home/paths.ts";
import { multiplexerKinds } from "#multiplexer/multiplexer.ts";
import { closePane } from "#test/support/close-pane.ts";
import { recordOf, saySomething } from "#test/support/conversations.ts";
import { expectNoProcesses, expectNothingLeft } from "#test/support/nothing-left.ts";
import { agentIsUp, notesOf, withComposer } from "#test/support/scripted-agents.ts";
import { scriptedArmies, summonScripted } from "#test/support/scripted-army.ts";
import type { TemporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal, ovldOnTerminal } from "#test/support/terminal.ts";

const WAIT = { timeout: 60_000, interval: 100 };
const TOLD = "[MESSAGE from user] You have mail: call check_inbox.";

for (const kind of multiplexerKinds) {
  const live = (name: string, work: (army: TemporaryArmy) => Promise<void>) =>
    scriptedArmies(kind, withComposer)(name, async (army) => {
      await summonScripted(army, kind);
      await work(army);
      expect(await army.ovld(["unsummon", "--force"])).toMatchObject({ status: 0 });
      await expectNothingLeft(army);
    });

  scriptedArmies(kind, withComposer)(
    "a missing ritual file does not block agents that already have their ritual",
    async (army) => {
      const [, formation = ""] = /^```toml\n(.*?)^```/ms.exec(readFileSync("docs/formations.md", "utf8")) ?? [];
      const rituals = join(army.project, "rituals");
      for (const folder of [army.paths.formations, rituals]) mkdirSync(folder, { recursive: true });
      writeFileSync(join(army.paths.formations, "two.toml"), formation);
      for (const role of ["lead", "hand"]) writeFileSync(join(rituals, `${role}.md`), `# ${role}\n`);
      const summoned = await army.ovld(["summon", "--mux", kind, "--detach", "--formation", "two"]);
      expect(summoned, summoned.stderr).toMatchObject({ status: 0 });
      await saySomething(army, "lead");
      rmSync(join(rituals, "lead.md"));
      for (const role of ["hand", "lead"])
        expect(await army.ovld(["restart", role, "--force"])).toMatchObject({ status: 0, stderr: "" });
      await army.ovld(["unsummon", "--keep", "--force"]);
      expect(await army.ovld(["summon", "--resume", "--detach"])).toMatchObject({ status: 0, stderr: "" });
      await army.ovld(["unsummon", "--keep", "--force"]);
      rmSync(join(rituals, "hand.md"));
      expect(await army.ovld(["summon", "--resume", "--detach"])).toMatchObject({
        status: 5,
        stderr: expect.stringContaining("hand.md"),
      });
      expect(await army.ovld(["summon", "--resume", "--no-rituals", "--detach"])).toMatchObject({
        status: 0,
        stderr: "",
      });
      expect(await army.ovld(["unsummon", "--force"])).toMatchObject({ status: 0 });
      await expectNoProcesses(army);
    },
  );

  live("an agent that cannot be restarted is reported, and does not block the others", async (army) => {
    const roles = ["overlord", "glacier", "storm"];
    const before = await Promise.all(roles.map(async (role) => (await notesOf(army, role)).pid));
    const file = join(sessionPaths(army.paths, "ovld-project").relay, "mcp", "glacier.json");
    rmSync(file);
    mkdirSync(join(file, "not ours"), { recursive: true });
    const { status, stdout, stderr } = await army.ovld(["restart", ...roles]);
    expect({ status, stdout }).toEqual({
      status: 8,
      stdout: ["overlord", "storm"]
        .map((role) => `${role} is restarted; it has no conversation to resume and starts a new one.\n`)
        .join(""),
    });
    expect(stderr).toContain(file);
    for (const [index, role] of roles.entries()) if (role !== "glacier") await agentIsUp(army, role, before[index]);
    expect((await notesOf(army, "glacier")).pid).toBe(before[1]);
  });

  live(
    "restart resumes a conversation that has content, else starts a new one; mail reaches the new pane",
    async (army) => {
      const before = await recordOf(army);
      const { pid, argv } = await notesOf(army, "inferno");
      expect(argv).toEqual(expect.arrayContaining(["--session-id", before.conversations?.inferno]));
      expect(argv).not.toContain("--resume");
      const storm = (await notesOf(army, "storm")).pid;

      const fresh = await army.ovld(["restart", "inf"]);
      expect(fresh, fresh.stderr).toMatchObject({ status: 0, stderr: "" });
      expect(fresh.stdout).toBe("inferno is restarted; it has no conversation to resume and starts a new one.\n");
      const second = await agentIsUp(army, "inferno", pid);
      const noted = await recordOf(army);
      expect(noted.conversations?.inferno).not.toBe(before.conversations?.inferno);
      expect(second.argv).toEqual(expect.arrayContaining(["--session-id", noted.conversations?.inferno]));
      expect({ ...noted.conversations, inferno: "" }).toEqual({ ...before.conversations, inferno: "" });

      const id = await saySomething(army, "inferno");
      await army.ovld(["send", "glacier", "kept"]);
      const resumed = await army.ovld(["restart", "inferno", "--json"]);
      expect(JSON.parse(resumed.stdout)).toEqual([{ role: "inferno", resumed: true }]);
      const third = await agentIsUp(army, "inferno", second.pid);
      expect(third.argv).toEqual(expect.arrayContaining(["--resume", id]));
      expect(third.argv).not.toContain("--session-id");
      expect((await recordOf(army)).conversations?.inferno).toBe(id);

      expect((await notesOf(army, "storm")).pid).toBe(storm);
      const sent = (await notesOf(army, "inferno")).submitted.length;
      await vi.waitFor(async () => {
        expect((await army.ovld(["send", "inferno", "Fix it"])).stdout).toMatch(/^inferno was woken by typing: /);
      }, WAIT);
      await vi.waitFor(
        async () => expect((await notesOf(army, "inferno")).submitted.slice(sent)).toContain(TOLD),
        WAIT,
      );
      const unread = JSON.parse((await army.ovld(["inbox", "glacier", "--json"])).stdout) as { subject: string }[];
      expect(unread.map(({ subject }) => subject)).toEqual(["kept"]);
    },
  );

  live(
    "restart asks before it ends a busy agent, and resumes a conversation that was begun in the pane",
    async (army) => {
      const hooksFolder = join(sessionPaths(army.paths, "ovld-project").folder, "bell", "storm");
      const { pid } = await notesOf(army, "storm");
      writeFileSync(join(hooksFolder, "mood"), `busy ${pid}\n`);
      expect(await army.ovld(["restart", "storm"])).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(/ovld cannot ask for confirmation[\s\S]*--force/),
      });
      {
        await using terminal = await openTerminal(ovldOnTerminal("restart", "storm"), {
          cwd: army.project,
          env: army.env,
        });
        await terminal.sees("storm is busy. Restart anyway? [y/N]");
        await terminal.type("n");
        await terminal.press("Enter");
        await terminal.sees("Nothing was changed.");
        expect(await terminal.ended()).toBe(0);
      }
      expect((await notesOf(army, "storm")).pid).toBe(pid);

      await saySomething(army, "storm");
      const another = "00000000-0000-4000-8000-000000000001";
      writeFileSync(join(army.home, ".claude", "projects", "-some-project", `${another}.jsonl`), "{}\n");
      writeFileSync(join(hooksFolder, "conversation"), `${another}\n`);
      writeFileSync(join(hooksFolder, "told-9"), "");
      expect((await army.ovld(["restart", "storm", "--force"])).stdout).toMatch(/^storm is restarted and resumes/);
      expect((await agentIsUp(army, "storm", pid)).argv).toEqual(expect.arrayContaining(["--resume", another]));
      expect(existsSync(join(hooksFolder, "told-9"))).toBe(false);
      expect(readFileSync(join(hooksFolder, "mood"), "utf8")).not.toContain("busy");
      expect((await army.ovld(["restart"])).stderr).toMatch(/needs <role>/);
    },
  );

  live("restart --all restarts every agent, including a crashed one and one without a pane", async (army) => {
    const { roster } = await recordOf(army);
    const before = new Map<string, number>();
    for (const role of roster) before.set(role, (await notesOf(army, role)).pid);
    process.kill(before.get("shadow") as number, "SIGKILL");
    await closePane(army, kind, "glacier");
    const restarted = await army.ovld(["restart", "--all", "--force", "--json"]);
    expect(restarted, restarted.stderr).toMatchObject({ status: 0 });
    expect(JSON.parse(restarted.stdout)).toEqual(roster.map((role) => ({ role, resumed: false })));
    for (const role of roster) await agentIsUp(army, role, before.get(role));
    const now = await recordOf(army);
    expect(Object.keys(now.panes).sort()).toEqual([...roster].sort());
    expect(new Set(Object.values(now.panes)).size).toBe(roster.length);
  });
}
