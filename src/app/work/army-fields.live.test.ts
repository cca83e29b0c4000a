import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dismissAlone } from "#app/lifecycle/dismiss-army.ts";
import { restartAgents } from "#app/lifecycle/restart-agents.ts";
import { findProgram } from "#base/find-program.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { summonedArmy } from "#test/support/summoned-army.ts";
import { gitEnvironment, initialise, repositoryIn } from "#test/support/temporary-repository.ts";
import { fieldStates } from "./field-states.ts";
import { hasOpenWork, leftWork } from "./left-work.ts";

const SESSION = "ovld-project";
const kings = ["inferno", "glacier", "shadow", "storm"];

/** Services with real git, in a project with one commit. */
async function projectInGit(overrides: Record<string, unknown> = {}) {
  const services = await memoryServices({ overrides: { "work.isolation": "worktree", ...overrides } });
  for (const program of ["git", "sh", "env"])
    await symlink(findProgram(program, process.env.PATH) ?? "", join(services.env.PATH ?? "", program));
  Object.assign(services.env, gitEnvironment);
  const env = { ...(services.env as Record<string, string>), PATH: process.env.PATH ?? "" };
  await initialise(services.directory, env);
  return { services, ...repositoryIn(services.directory, env), [Symbol.asyncDispose]: services[Symbol.asyncDispose] };
}

const workOf = ({ env }: MemoryServices, session = SESSION) => sessionPaths(resolvePaths(env), session).work;
const branches = async (git: (...args: string[]) => Promise<string>) =>
  (await git("branch", "--list", "ovld/*", "--format=%(refname:lstrip=4)")).trim().split("\n").filter(Boolean).sort();

test("panes of building roles enter their worktrees, and those of commanders stay in the project", async () => {
  await using at = await projectInGit();
  const { services } = at;
  const entry = await summonedArmy(services);
  for (const role of kings) {
    const path = join(workOf(services), role);
    expect(services.multiplexer.pane(SESSION, role).argv.slice(0, 4)).toEqual(["sh", "-c", expect.any(String), path]);
    expect(await readFile(join(path, "a.txt"), "utf8")).toBe("a\n");
  }
  expect(services.multiplexer.pane(SESSION, "overlord").argv[0]).not.toBe("sh");
  const slots = Object.values(entry.fields?.slots ?? {});
  expect(slots.map(({ slot }) => slot)).toEqual([1, 2, 3, 4]);
  expect(new Set(slots.map(({ port }) => port)).size).toBe(4);
});

test("an ended army keeps fields with open work and tells of them; all others are removed", async () => {
  await using at = await projectInGit();
  const { services } = at;
  const entry = await summonedArmy(services);
  await at.commit(join(workOf(services), "storm"), "b.txt");
  await writeFile(join(workOf(services), "shadow", "new.txt"), "new\n");
  expect((await fieldStates(entry, services)).filter(hasOpenWork).map(({ role }) => role)).toEqual(["shadow", "storm"]);
  await dismissAlone(entry, services.config, services);
  expect(services.notices).toEqual([
    {
      what: "work-kept",
      session: SESSION,
      fields: [
        expect.objectContaining({ role: "shadow", commits: 0, changes: 1 }),
        expect.objectContaining({ role: "storm", commits: 1, changes: 0 }),
      ],
    },
  ]);
  expect((await readdir(workOf(services))).sort()).toEqual(["shadow", "storm"]);
  expect(await readdir(sessionPaths(resolvePaths(services.env), SESSION).folder)).toEqual(["work"]);
  expect(await branches(at.git)).toEqual(["shadow", "storm"]);
  expect((await leftWork(services)).filter(hasOpenWork).map(({ branch }) => branch)).toEqual([
    `ovld/${SESSION}/shadow`,
    `ovld/${SESSION}/storm`,
  ]);
});

test("a new army takes another name while branches or worktrees of an earlier one are left", async () => {
  await using at = await projectInGit();
  const { services } = at;
  const entry = await summonedArmy(services);
  await at.commit(join(workOf(services), "storm"), "b.txt");
  await dismissAlone(entry, services.config, services);
  const second = await summonedArmy(services);
  expect(second.name).toBe(`${SESSION}-2`);
  await dismissAlone(second, services.config, services);
  expect(existsSync(workOf(services, second.name))).toBe(false);
  await at.git("worktree", "remove", join(workOf(services), "storm"));
  expect((await summonedArmy(services)).name).toBe(`${SESSION}-2`);
});

test("a kept army has all its fields, and resumes in them", async () => {
  await using at = await projectInGit();
  const { services } = at;
  const entry = await summonedArmy(services);
  await writeFile(join(workOf(services), "storm", "a.txt"), "work\n");
  await dismissAlone(entry, services.config, services, { keep: true });
  expect(services.notices).toEqual([]);
  const resumed = await summonedArmy(services, { resume: "resume" });
  expect(resumed.fields).toEqual(entry.fields);
  expect(await readFile(join(workOf(services), "storm", "a.txt"), "utf8")).toBe("work\n");
});

test("an army resumes as it was summoned, with or without fields", async () => {
  await using at = await projectInGit({ "work.isolation": "shared" });
  const { services } = at;
  const entry = await summonedArmy(services);
  expect(entry.fields).toBeUndefined();
  await dismissAlone(entry, services.config, services, { keep: true });
  const now = { ...services, overrides: { ...services.overrides, "work.isolation": "worktree" } };
  expect((await summonedArmy(now, { resume: "resume" })).fields).toBeUndefined();
  expect(await branches(at.git)).toEqual([]);
});

test("a restart makes a deleted worktree again, with its commits", async () => {
  await using at = await projectInGit();
  const { services } = at;
  const entry = await summonedArmy(services);
  const storm = join(workOf(services), "storm");
  await at.commit(storm, "b.txt");
  await rm(storm, { recursive: true });
  await restartAgents(entry, ["storm"], services);
  expect(existsSync(join(storm, "b.txt"))).toBe(true);
  expect(services.multiplexer.pane(SESSION, "storm").argv[3]).toBe(storm);
});

test("set-up runs in each new worktree with its own slot, not in one that exists", async () => {
  await using at = await projectInGit({ "work.setup": ['echo "$OVLD_SLOT" >>slot.txt'] });
  const { services } = at;
  const entry = await summonedArmy(services);
  await restartAgents(entry, ["storm"], services);
  for (const [index, role] of kings.entries())
    expect(await readFile(join(workOf(services), role, "slot.txt"), "utf8")).toBe(`${index + 1}\n`);
});

test.each([
  ["set-up", { "work.setup": [": >left.txt; echo no such package >&2; exit 3"] }, "field-setup-failed"],
  ["start", {}, "session-taken"],
] as const)("after a failed %s no worktree, branch or folder is left", async (_, overrides, code) => {
  await using at = await projectInGit(overrides);
  const { services } = at;
  for (let names = 3; names > 0; names--)
    services.multiplexer.failNext("open", new OvldError("session-taken", { session: SESSION, program: "tmux" }));
  await expect(summonedArmy(services)).rejects.toMatchObject({ code });
  expect(await branches(at.git)).toEqual([]);
  expect((await at.git("worktree", "list")).trim().split("\n")).toHaveLength(1);
  expect(await readdir(resolvePaths(services.env).sessions)).toEqual([]);
});

test("no commit yet, no building role, or a repository around the ovld home: `auto` works in the project, `worktree` refuses", async () => {
  await using at = await projectInGit();
  const { services } = at;
  const home = { ...services, env: { ...services.env, OVLD_HOME: join(services.directory, "home") } };
  const refusal = { code: "field-impossible", details: { obstacle: "around-home" } };
  await expect(summonedArmy(home)).rejects.toMatchObject(refusal);
  const noRole = { ...services, overrides: { ...services.overrides, formation: "plain" } };
  await mkdir(resolvePaths(services.env).formations, { recursive: true });
  const text = await readFile("formations/overlord.toml", "utf8");
  await writeFile(join(resolvePaths(services.env).formations, "plain.toml"), text.replaceAll("field = true", ""));
  await expect(summonedArmy(noRole)).rejects.toMatchObject({ details: { obstacle: "no-role" } });
  await rm(join(services.directory, ".git"), { recursive: true });
  await at.git("init", "--quiet");
  await expect(summonedArmy(services)).rejects.toMatchObject({ details: { obstacle: "no-commit" } });
  const auto = { ...services, overrides: { ...services.overrides, "work.isolation": "auto" } };
  expect((await summonedArmy(auto)).fields).toBeUndefined();
});

test("an army whose project was deleted can be ended, and its worktrees stay", async () => {
  await using at = await projectInGit();
  const { services } = at;
  const entry = await summonedArmy(services);
  await rm(services.directory, { recursive: true });
  await dismissAlone(entry, services.config, services);
  expect(services.notices).toEqual([expect.objectContaining({ what: "work-kept" })]);
  expect((await readdir(workOf(services))).sort()).toEqual([...kings].sort());
});
