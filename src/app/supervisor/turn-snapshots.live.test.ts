import { execFile } from "node:child_process";
import { rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { ObservedMood } from "#app/observe/moods.ts";
import { fieldsOf } from "#app/work/plan-fields.ts";
import { keptSnapshots, rescue } from "#app/work/rescue.ts";
import { findProgram } from "#base/find-program.ts";
import { memoryServices } from "#test/support/services.ts";
import { summonedArmy } from "#test/support/summoned-army.ts";
import { gitEnvironment, initialise, repositoryIn } from "#test/support/temporary-repository.ts";
import { turnSnapshots } from "./turn-snapshots.ts";

const SESSION = "ovld-project";

/** An army with fields; the moods of its agents are set by the test. */
async function armyInFields() {
  const services = await memoryServices({ overrides: { "work.isolation": "worktree" } });
  for (const program of ["git", "sh", "env"])
    await symlink(findProgram(program, process.env.PATH) ?? "", join(services.env.PATH ?? "", program));
  Object.assign(services.env, gitEnvironment);
  const env = { ...(services.env as Record<string, string>), PATH: process.env.PATH ?? "" };
  await initialise(services.directory, env);
  const entry = await summonedArmy(services);
  const fields = fieldsOf({ session: SESSION, directory: services.directory }, entry.fields, services.env);
  const [storm, shadow] = ["storm", "shadow"].map((role) => fields.find((field) => field.role === role));
  if (!storm || !shadow) throw new Error("no field");
  const moods = new Map<string, ObservedMood>();
  const moodOf = async (role: string): Promise<ObservedMood> => moods.get(role) ?? { mood: "busy" };
  const lines: string[] = [];
  const log = { write: (...line: unknown[]) => void lines.push(JSON.stringify(line)) };
  const snapshots = turnSnapshots(entry, { moodOf, log }, services);
  return {
    ...{ services, storm, shadow, moods, lines, ...repositoryIn(services.directory, env) },
    /** One look of the watcher; resolves to the number of snapshots of storm. */
    async look() {
      snapshots.look();
      await snapshots.done();
      return (await keptSnapshots(services)).filter(({ role }) => role === "storm").length;
    },
    /** Runs a shell line as storm's agent would; failures are what the guard is for. */
    agent: (line: string) => {
      const [program = "", ...args] = services.multiplexer.pane(SESSION, "storm").argv;
      const end = args.findIndex((word) => word.startsWith("GIT_CONFIG_VALUE_0="));
      return promisify(execFile)(program, [...args.slice(0, end + 1), "sh", "-c", line], { env }).catch(() => {});
    },
    [Symbol.asyncDispose]: services[Symbol.asyncDispose],
  };
}

const ended = (since: string): ObservedMood => ({ mood: "ready", since });

test("a snapshot is taken once at the end of each turn, not during one, and not without a change", async () => {
  await using army = await armyInFields();
  expect(await army.look()).toBe(0);
  army.moods.set("storm", ended("2026-01-01T00:00:01Z"));
  expect(await army.look()).toBe(1);
  await writeFile(join(army.storm.path, "a.txt"), "1\n");
  expect(await army.look()).toBe(1);
  army.moods.set("storm", { mood: "busy", since: "2026-01-01T00:00:02Z" });
  expect(await army.look()).toBe(1);
  army.moods.set("storm", ended("2026-01-01T00:00:03Z"));
  expect(await army.look()).toBe(2);
  army.moods.set("storm", ended("2026-01-01T00:00:04Z"));
  expect(await army.look()).toBe(2);
});

test("without reports of turns there is a snapshot each minute", async () => {
  await using army = await armyInFields();
  army.moods.set("storm", { mood: "unknown" });
  expect(await army.look()).toBe(1);
  await writeFile(join(army.storm.path, "a.txt"), "1\n");
  await army.services.clock.wait(61_000);
  expect(await army.look()).toBe(2);
});

test("a failed snapshot is logged and tried again", async () => {
  await using army = await armyInFields();
  army.moods.set("storm", ended("2026-01-01T00:00:01Z"));
  await writeFile(join(army.storm.guard, "snapshot.index"), "damaged");
  expect(await army.look()).toBe(0);
  expect(army.lines.join("\n")).toContain("snapshot-failed");
  expect(await army.look()).toBe(1);
});

test("G1: whatever an agent does, every tree at the end of a turn can be restored", async () => {
  await using army = await armyInFields();
  const { storm, shadow } = army;
  const lines = [
    ...[
      "git stash -u",
      "git reset -q --hard HEAD~1",
      "git checkout -q . && git clean -qfdx",
      "git commit -qam x --amend",
    ],
    ...["git branch -D ovld/ovld-project/shadow", `git worktree remove --force ${shadow.path}`, "git stash clear"],
    ...[
      "git update-ref -d refs/ovld/ovld-project/snap/storm",
      "git reflog expire --expire=now --all && git gc -q --prune=now",
    ],
    ...["git checkout -q --orphan ovld/ovld-project/storm.new && git rm -rqf .", `rm -rf ${storm.path}`],
  ];
  const trees: string[] = [];
  for (const [turn, line] of lines.entries()) {
    const file = `turn-${turn}.txt`;
    await writeFile(join(storm.path, file), `${turn}\n`);
    if (turn % 2) await army.agent(`git add -A && git commit -qm ${turn}`);
    army.moods.set("storm", ended(new Date(turn * 1000).toISOString()));
    await army.look();
    const [newest] = (await keptSnapshots(army.services)).filter(({ role }) => role === "storm");
    expect(await army.git("show", `${newest?.id}:${file}`), line).toBe(`${turn}\n`);
    trees.push(newest?.id ?? "");
    await army.agent(line);
  }
  await rm(storm.path, { recursive: true, force: true });
  await army.git("reflog", "expire", "--expire=now", "--all");
  await army.git("gc", "--quiet", "--prune=now");
  for (const [turn, id] of trees.entries()) {
    const { branch } = await rescue(id, army.services);
    expect(await army.git("show", `${branch}:turn-${turn}.txt`)).toBe(`${turn}\n`);
  }
  const newest = await rescue("storm", army.services);
  expect(newest.snapshot.id).toBe(trees.at(-1));
  await expect(rescue("nobody", army.services)).rejects.toMatchObject({ code: "snapshot-unknown" });
});
