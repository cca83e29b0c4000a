import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sourceControlContract } from "#source-control/source-control.contract.ts";
import { type TemporaryRepository, temporaryRepository } from "#test/support/temporary-repository.ts";
import { git } from "./git.ts";

sourceControlContract("git", (env) => git({ env }));

const examine = ({ env }: TemporaryRepository, directory: string, more: Record<string, string> = {}) =>
  git({ env: { ...env, ...more } }).examine(directory);

test("a folder outside of a repository, a new repository, a bare one and .git itself have no fields", async () => {
  await using repository = await temporaryRepository();
  const { folder, project } = repository;
  const at = (name: string) => join(folder, name);
  await mkdir(at("plain"));
  await repository.git("init", "--quiet", at("unborn"));
  await repository.git("clone", "--quiet", "--bare", project, at("bare"));
  expect(await examine(repository, at("plain"))).toEqual({ obstacle: "no-repository" });
  expect(await examine(repository, at("unborn"))).toEqual({ obstacle: "no-commit" });
  expect(await examine(repository, at("bare"))).toEqual({ obstacle: "no-work-tree" });
  expect(await examine(repository, join(project, ".git"))).toEqual({ obstacle: "no-work-tree" });
});

test("a repository of another owner, and one with submodules, have no fields", async () => {
  await using repository = await temporaryRepository();
  const other = { GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" };
  expect(await examine(repository, repository.project, other)).toEqual({ obstacle: "unsafe" });
  await repository.commit(repository.project, ".gitmodules");
  expect(await examine(repository, repository.project)).toEqual({ obstacle: "submodules" });
});

test("without git, or with one that is too old, there are no fields", async () => {
  await using repository = await temporaryRepository();
  const { folder, project } = repository;
  expect(await examine(repository, project, { PATH: folder })).toEqual({ obstacle: "no-git" });
  await writeFile(join(folder, "git"), "#!/bin/sh\necho git version 2.33.8\n", { mode: 0o755 });
  expect(await examine(repository, project, { PATH: `${folder}:${repository.env.PATH}` })).toEqual({
    obstacle: "git-old",
  });
});

test("a detached HEAD, a shallow clone, a linked worktree and a subfolder can have fields", async () => {
  await using repository = await temporaryRepository();
  const { folder, project } = repository;
  await mkdir(join(project, "sub"));
  await repository.commit(project, "b.txt");
  await repository.git("checkout", "--quiet", "--detach", "HEAD~1");
  await repository.git("clone", "--quiet", "--depth=1", `file://${project}`, join(folder, "shallow"));
  await repository.git("worktree", "add", "--quiet", join(folder, "linked"));
  for (const place of [join(project, "sub"), join(folder, "shallow"), join(folder, "linked")]) {
    const source = git({ env: repository.env });
    const found = await source.examine(place);
    if ("obstacle" in found) throw new Error(found.obstacle);
    const field = { path: join(folder, "field"), branch: "ovld/army/storm" };
    expect(await source.addField(found.top, field, found.head)).toBe(true);
    expect(await source.removeField(found.top, field, found.head)).toBe("removed");
  }
});

test("LFS: without its filter a field has the pointers; with a filter that fails nothing is left", async () => {
  await using repository = await temporaryRepository();
  const { folder, project, env } = repository;
  await writeFile(join(project, ".gitattributes"), "*.bin filter=lfs -text\n");
  await repository.commit(project, "x.bin");
  await repository.git("add", ".");
  await repository.git("commit", "--quiet", "--message=attributes");
  const source = git({ env });
  const found = await source.examine(project);
  if ("obstacle" in found) throw new Error(found.obstacle);
  const field = { path: join(folder, "field"), branch: "ovld/army/storm" };
  expect(await source.addField(found.top, field, found.head)).toBe(true);
  expect(await source.removeField(found.top, field, found.head)).toBe("removed");
  await repository.git("config", "filter.lfs.smudge", "false");
  await repository.git("config", "filter.lfs.required", "true");
  await expect(source.addField(found.top, field, found.head)).rejects.toMatchObject({ code: "program-failed" });
  await rm(field.path, { recursive: true, force: true });
  expect(await source.removeField(found.top, field, found.head)).toBe("removed");
  expect(await source.branches(found.top, "ovld")).toEqual([]);
});

test("hooks and fsmonitor of the repository do not run, and a guard in the environment does not apply", async () => {
  await using repository = await temporaryRepository();
  const { folder, project } = repository;
  const trace = join(folder, "trace");
  const script = `#!/bin/sh\ntouch ${trace}\nexit 1\n`;
  for (const hook of ["post-checkout", "reference-transaction", "fsmonitor"])
    await writeFile(join(project, ".git", "hooks", hook), script, { mode: 0o755 });
  await repository.git("config", "core.fsmonitor", join(project, ".git", "hooks", "fsmonitor"));
  const guard = {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "core.hooksPath",
    GIT_CONFIG_VALUE_0: `${project}/.git/hooks`,
  };
  const source = git({ env: { ...repository.env, ...guard, GIT_DIR: folder } });
  const found = await source.examine(project);
  if ("obstacle" in found) throw new Error(found.obstacle);
  const field = { path: join(folder, "field"), branch: "ovld/army/storm" };
  await source.addField(found.top, field, found.head);
  expect(await source.stateOf(found.top, field)).toMatchObject({ changes: 0 });
  expect(await source.removeField(found.top, field)).toBe("removed");
  await expect(rm(trace)).rejects.toThrow("ENOENT");
});
