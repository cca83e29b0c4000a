import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { exitStatus } from "#errors/ovld-error.ts";
import { sessionPaths } from "#home/paths.ts";
import { recordOf } from "#test/support/conversations.ts";
import { skipWithout } from "#test/support/programs.ts";
import { agentIsUp, installScriptedAgent, notesOf } from "#test/support/scripted-agents.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { gitEnvironment, initialise, repositoryIn } from "#test/support/temporary-repository.ts";

const kings = ["inferno", "glacier", "shadow", "storm"];
const name = "ovld-project";
const SLOW = { timeout: 240_000 };

/** A project in git whose agents are scripted. */
async function projectInGit(): Promise<TemporaryArmy & ReturnType<typeof repositoryIn>> {
  const army = await temporaryArmy();
  Object.assign(army.env, gitEnvironment);
  await installScriptedAgent(army);
  await initialise(army.project, army.env);
  return { ...army, ...repositoryIn(army.project, army.env) };
}

const fieldOf = (army: TemporaryArmy, role: string) => join(sessionPaths(army.paths, name).work, role);

async function summon(army: TemporaryArmy, ...args: string[]) {
  const summoned = await army.ovld(["summon", "--detach", "--no-rituals", "--debug", ...args]);
  expect(summoned, summoned.stderr).toMatchObject({ status: 0 });
  return summoned.stdout;
}

/** Notes of an agent that runs in its field: they are sorted by the name of its directory. */
const kingIsUp = (army: TemporaryArmy, role: string, before = 0) =>
  vi.waitFor(
    async () => {
      const notes = await notesOf(army, role, fieldOf(army, role));
      if (notes.pid === 0 || notes.pid === before) throw new Error(`${role} is not up`);
      return notes;
    },
    { timeout: 60_000, interval: 100 },
  );

describe.each(["tmux", "zellij"] as const)("fields on %s", (kind) => {
  test(
    "kings start in worktrees of their own, commanders in the project; unsummon keeps what has not landed",
    SLOW,
    async (context) => {
      skipWithout(context, kind);
      await using army = await projectInGit();
      await writeFile(join(army.project, ".gitignore"), ".env\n");
      await army.git("add", ".gitignore");
      await army.git("commit", "--quiet", "--message=ignore");
      await writeFile(join(army.project, ".env"), "KEY=1\n");
      await writeFile(join(army.project, ".worktreeinclude"), ".env\n");
      const setup = { OVLD_WORK_SETUP: 'echo "$OVLD_SLOT $OVLD_PORT" >.slot' };
      Object.assign(army.env, setup);
      const said = await summon(army, "--mux", kind, "--isolation", "worktree");
      expect(said).toContain("Each has a git worktree of its own");
      expect(said).toContain("Uncommitted files of the project are not in them: 1");
      const slots = new Set<string>();
      for (const role of kings) {
        expect((await kingIsUp(army, role)).directory).toBe(fieldOf(army, role));
        expect(await readFile(join(fieldOf(army, role), ".env"), "utf8")).toBe("KEY=1\n");
        slots.add(await readFile(join(fieldOf(army, role), ".slot"), "utf8"));
      }
      expect(slots.size).toBe(4);
      for (const role of ["overlord", "strategist"]) expect((await agentIsUp(army, role)).directory).toBe(army.project);
      await army.gitIn(fieldOf(army, "glacier"), "clean", "--quiet", "--force");
      await army.gitIn(fieldOf(army, "shadow"), "clean", "--quiet", "--force");
      await army.gitIn(fieldOf(army, "storm"), "clean", "--quiet", "--force");
      await army.commit(fieldOf(army, "storm"), "landed.txt");
      await army.git("merge", "--quiet", `ovld/${name}/storm`);
      await army.commit(fieldOf(army, "shadow"), "open.txt");

      await writeFile(join(fieldOf(army, "shadow"), "draft.txt"), "draft\n");
      expect(await army.ovld(["restart", "shadow", "--force"])).toMatchObject({ status: 0 });
      expect((await army.ovld(["work"])).stdout).toMatch(/shadow .*ovld\/ovld-project\/shadow +snapshot /);
      const [newest] = JSON.parse((await army.ovld(["work", "rescue", "--json"])).stdout) as { id: string }[];
      expect(newest?.id).toMatch(/^[0-9a-f]{40}$/);
      const rescued = JSON.parse((await army.ovld(["work", "rescue", "shadow", "--json"])).stdout) as {
        branch: string;
      };
      expect(await army.git("show", `${rescued.branch}:draft.txt`)).toBe("draft\n");
      await army.git("branch", "-D", rescued.branch);
      await rm(join(fieldOf(army, "shadow"), "draft.txt"));

      const shown = JSON.parse((await army.ovld(["status", "--json"])).stdout) as { fields: { role: string }[] };
      expect(shown.fields).toEqual([
        expect.objectContaining({ role: "inferno", commits: 0, changes: 1 }),
        expect.objectContaining({ role: "glacier", commits: 0, changes: 0 }),
        expect.objectContaining({ role: "shadow", commits: 1, changes: 0 }),
        expect.objectContaining({ role: "storm", commits: 0, changes: 0 }),
      ]);
      expect((await army.ovld(["status"])).stdout).toMatch(/shadow +1 not landed +ovld\/ovld-project\/shadow/);

      const ended = await army.ovld(["unsummon", "--force"]);
      expect(ended).toMatchObject({ status: 0, stdout: `${name} is unsummoned.\n` });
      expect(ended.stderr).toMatch(/has not landed.*inferno: 1 uncommitted.*shadow: 1 not landed.*git merge/s);
      expect((await readdir(sessionPaths(army.paths, name).folder)).sort()).toEqual(["work"]);
      expect((await readdir(sessionPaths(army.paths, name).work)).sort()).toEqual(["inferno", "shadow"]);
      expect((await army.git("branch", "--list", "ovld/*", "--format=%(refname:short)")).trim().split("\n")).toEqual([
        `ovld/${name}/inferno`,
        `ovld/${name}/shadow`,
      ]);

      expect(
        (await army.ovld(["summon", "--dry-run", "--no-rituals", "--mux", kind, "--isolation", "auto"])).stdout,
      ).toContain("Session ovld-project-2 ");
      const asked = await army.ovld(["purge"]);
      expect(asked).toMatchObject({ status: exitStatus.usage, stderr: expect.stringContaining("would be lost") });
      expect(asked.stdout).toContain(`work ovld/${name}/inferno: 1 uncommitted`);
      expect(existsSync(fieldOf(army, "inferno"))).toBe(true);
      expect(await army.ovld(["purge", "--force"])).toMatchObject({ status: 0 });
      expect(existsSync(army.paths.home)).toBe(false);
      expect((await army.git("branch", "--list", "ovld/*", "--format=%(refname:short)")).trim()).toBe(
        `ovld/${name}/shadow`,
      );
      expect(await army.git("worktree", "list", "--porcelain")).not.toContain("shadow");
    },
  );

  test(
    "a restart and a resume continue in the same field, also after its folder was deleted",
    SLOW,
    async (context) => {
      skipWithout(context, kind);
      await using army = await projectInGit();
      await summon(army, "--mux", kind, "--isolation", "auto");
      const [storm, shadow] = [await kingIsUp(army, "storm"), await kingIsUp(army, "shadow")];
      await army.commit(fieldOf(army, "storm"), "one.txt");
      await writeFile(join(fieldOf(army, "shadow"), "draft.txt"), "draft\n");
      await rm(fieldOf(army, "storm"), { recursive: true, force: true, maxRetries: 20 });
      const restarted = await army.ovld(["restart", "storm", "--force"]);
      expect(restarted, restarted.stderr).toMatchObject({ status: 0 });
      expect((await kingIsUp(army, "storm", storm.pid)).directory).toBe(fieldOf(army, "storm"));
      expect(existsSync(join(fieldOf(army, "storm"), "one.txt"))).toBe(true);
      const slots = (await recordOf(army)).fields;

      expect(await army.ovld(["unsummon", "--keep", "--force"])).toMatchObject({ status: 0, stderr: "" });
      const resumed = await army.ovld(["summon", "--resume", "--detach", "--no-rituals"]);
      expect(resumed, resumed.stderr).toMatchObject({ status: 0 });
      expect((await kingIsUp(army, "shadow", shadow.pid)).directory).toBe(fieldOf(army, "shadow"));
      expect(await readFile(join(fieldOf(army, "shadow"), "draft.txt"), "utf8")).toBe("draft\n");
      expect((await recordOf(army)).fields).toEqual(slots);
      expect(await army.ovld(["purge", "--force"])).toMatchObject({ status: 0 });
    },
  );
});

test("a failed set-up stops the summoning and leaves no worktree, branch or army", SLOW, async (context) => {
  skipWithout(context, "tmux");
  await using army = await projectInGit();
  army.env.OVLD_WORK_SETUP = "echo no such package >&2; exit 3";
  const failed = await army.ovld(["summon", "--detach", "--no-rituals", "--mux", "tmux", "--isolation", "worktree"]);
  expect(failed.status).toBe(exitStatus["program-failed"]);
  expect(failed.stderr).toContain("no such package");
  expect(await army.git("branch", "--list", "ovld/*")).toBe("");
  expect((await army.git("worktree", "list")).trim().split("\n")).toHaveLength(1);
  expect(await readdir(army.paths.sessions)).toEqual([]);
});

test("without a setting, and with `shared`, everything is as before: no git, no worktree", SLOW, async (context) => {
  skipWithout(context, "tmux");
  await using army = await projectInGit();
  const calls = join(army.folder, "git-calls");
  await writeFile(join(army.folder, "bin", "git"), `#!/bin/sh\necho "$@" >>'${calls}'\nexit 1\n`);
  await chmod(join(army.folder, "bin", "git"), 0o755);
  for (const more of [[], ["--isolation", "shared"]]) {
    await summon(army, "--mux", "tmux", ...more);
    for (const role of ["storm", "overlord"]) expect((await agentIsUp(army, role)).directory).toBe(army.project);
    expect(await recordOf(army)).not.toHaveProperty("fields");
    expect(await army.ovld(["unsummon", "--force"])).toMatchObject({ status: 0, stderr: "" });
    await rm(join(army.home, "agents"), { recursive: true });
  }
  expect(existsSync(calls)).toBe(false);
});

test("`auto` works in a project without git and says why; `worktree` refuses it in one line", SLOW, async () => {
  await using army = await temporaryArmy();
  await installScriptedAgent(army);
  const dry = ["summon", "--dry-run", "--no-rituals", "--mux", "tmux", "--isolation"];
  const auto = await army.ovld([...dry, "auto"]);
  expect(auto, auto.stderr).toMatchObject({ status: 0 });
  expect(auto.stdout).toContain("All roles work in the project itself: it is not in a git repository\n");
  const refused = await army.ovld([...dry, "worktree"]);
  expect(refused.status).toBe(exitStatus.config);
  expect(refused.stderr).toContain("cannot have worktrees: it is not in a git repository");
  expect(existsSync(army.paths.sessions)).toBe(false);
});

test(
  "--dry-run shows worktrees and commands and creates nothing; a subfolder of the repository stays one",
  SLOW,
  async () => {
    await using army = await projectInGit();
    const sub = join(army.project, "packages", "ある 物");
    await mkdir(sub, { recursive: true });
    await army.commit(sub, "x.txt");
    army.env.OVLD_WORK_SETUP = "npm ci";
    const args = ["summon", "--dry-run", "--no-rituals", "--mux", "tmux", "--isolation", "worktree"];
    const { stdout, stderr } = await army.ovld(args, { cwd: sub });
    expect(stderr).toBe("");
    expect(stdout).toMatch(/Worktrees and their branches:\n {2}[^\n]*\/work\/inferno {2}ovld\/[^\n]*\/inferno\n/);
    expect(stdout).toContain("  set-up: npm ci\n");
    expect(stdout).toContain("/work/storm/packages/ある 物");
    expect(await army.git("branch", "--list", "ovld/*")).toBe("");
    expect(existsSync(army.paths.sessions)).toBe(false);
  },
);
