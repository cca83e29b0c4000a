import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { git } from "#source-control/git/git.ts";
import { initialise, type TemporaryRepository, temporaryRepository } from "#test/support/temporary-repository.ts";
import { writeGuard } from "./guard.ts";
import { inField } from "./in-field.ts";
import type { PlannedField } from "./plan-fields.ts";

interface Scene extends AsyncDisposable {
  repository: TemporaryRepository;
  field: PlannedField;
  /** Runs a shell line as the agent of the field would; resolves to its error output and exit status. */
  agent(line: string): Promise<{ status: number; said: string }>;
}

async function guardedField(name = "project"): Promise<Scene> {
  const repository = await temporaryRepository(name);
  const { project, folder, env } = repository;
  const path = join(folder, "storm");
  const branch = "ovld/army/storm";
  const field = { role: "storm", path, branch, directory: path, guard: join(folder, "guard"), slot: 2, port: 20_020 };
  const source = git({ env });
  const found = await source.examine(project);
  if ("obstacle" in found) throw new Error(found.obstacle);
  await source.addField(project, field, found.head);
  await writeGuard(field, found.shared);
  return {
    repository,
    field,
    async agent(line) {
      const [program, ...args] = inField(field, ["sh", "-c", line], env);
      try {
        const { stdout, stderr } = await promisify(execFile)(program, args, { env, cwd: project });
        return { status: 0, said: stdout + stderr };
      } catch (error) {
        const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
        return { status: code, said: stdout + stderr };
      }
    },
    [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
  };
}

const done = { status: 0 };
const refused = {
  status: expect.not.toSatisfy((status: number) => status === 0),
  said: expect.stringContaining("ovld: "),
};

test("an agent starts in its field, with its ports, without editors and questions", async () => {
  await using scene = await guardedField();
  const { said } = await scene.agent(
    'pwd; echo "$GIT_EDITOR $GIT_TERMINAL_PROMPT $OVLD_SLOT $OVLD_PORT $COMPOSE_PROJECT_NAME"',
  );
  expect(said).toBe(`${scene.field.path}\ntrue 0 2 20020 army-storm\n`);
});

test("an agent commits, amends, rebases, resets and collects garbage on its own branch", async () => {
  await using scene = await guardedField("spaces 'と' 日本語");
  const lines = [
    "echo 1 >b && git add . && git commit -qm b && git commit -q --amend -m c",
    "git checkout -qb ovld/army/storm.try && git commit -q --allow-empty -m d && git checkout -q -",
    "git rebase -q --no-ff main && git reset -q --hard HEAD && git gc -q && git tag v1",
  ];
  for (const line of lines) expect(await scene.agent(line), line).toEqual({ ...done, said: expect.any(String) });
  const { repository } = scene;
  expect((await repository.git("branch", "--format=%(refname:short)")).trim().split("\n").sort()).toEqual(
    ["main", "ovld/army/storm", "ovld/army/storm.try"].sort(),
  );
});

test("the stash, other branches, existing tags and the project's HEAD are refused, and nothing changes", async () => {
  await using scene = await guardedField();
  const { repository, field } = scene;
  await repository.git("branch", "ovld/army/inferno");
  await repository.git("tag", "v1");
  await repository.git("pack-refs", "--all");
  await repository.commit(repository.project, "later.txt");
  await writeFile(join(field.path, "a.txt"), "work\n");
  const state = () => repository.git("for-each-ref");
  const before = await state();
  for (const line of [
    ...["git stash", "git stash -u", "git update-ref refs/heads/main HEAD"],
    ...["git branch -D ovld/army/inferno", "git branch -m ovld/army/inferno x"],
    ...["git tag -f v1 HEAD~0^{tree}", "git tag -d v1", "git update-ref refs/ovld/x HEAD", "git branch other"],
    ...[
      `git -C '${repository.project}' commit -q --allow-empty -m x`,
      `git -C '${repository.project}' checkout -q --detach`,
    ],
  ])
    expect(await scene.agent(line), line).toMatchObject(refused);
  expect(await state()).toBe(before);
  expect((await scene.agent("cat a.txt")).said).toBe("work\n");
  expect((await repository.git("rev-parse", "--abbrev-ref", "HEAD")).trim()).toBe("main");
});

test("other repositories, such as those that tests make, are not guarded", async () => {
  await using scene = await guardedField();
  const other = join(scene.repository.folder, "other");
  await mkdir(other);
  await initialise(other, scene.repository.env);
  const line = `cd '${other}' && git commit -q --allow-empty -m x && git branch y && git branch -D y && echo 1 >a.txt && git stash`;
  expect(await scene.agent(line)).toMatchObject(done);
  expect(await scene.agent('cd /tmp && rm -rf "$HOME/new" && git init -q "$HOME/new"')).toMatchObject(done);
});

test("hooks of the project still run, also from core.hooksPath and with a refusal", async () => {
  await using scene = await guardedField();
  const { project } = scene.repository;
  await writeFile(join(project, ".git/hooks/pre-commit"), "#!/bin/sh\necho from-hooks\n", { mode: 0o755 });
  expect((await scene.agent("git commit -q --allow-empty -m a")).said).toContain("from-hooks");
  await mkdir(join(scene.field.path, ".husky"));
  await writeFile(join(scene.field.path, ".husky/commit-msg"), "#!/bin/sh\ncat $1\nexit 1\n", { mode: 0o755 });
  await scene.repository.git("config", "core.hooksPath", ".husky");
  const { status, said } = await scene.agent("git commit -q --allow-empty -m told");
  expect(status).not.toBe(0);
  expect(said).toContain("told");
});
