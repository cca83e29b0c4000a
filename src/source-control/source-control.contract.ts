import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { type TemporaryRepository, temporaryRepository } from "#test/support/temporary-repository.ts";
import type { Repository, SourceControl } from "./source-control.ts";

const branch = "ovld/army/storm";

interface Scene extends AsyncDisposable {
  repository: TemporaryRepository;
  source: SourceControl;
  found: Repository;
  field: { path: string; branch: string };
  /** Adds the field. */
  add(): Promise<boolean>;
  state(): ReturnType<SourceControl["stateOf"]>;
  /** File of the snapshots' own index. */
  index: string;
  snap(): ReturnType<SourceControl["snapshot"]>;
  remove(): ReturnType<SourceControl["removeField"]>;
}

/** The promises of the port. */
export function sourceControlContract(name: string, open: (env: Record<string, string>) => SourceControl): void {
  const scene = async (folder = "project"): Promise<Scene> => {
    const repository = await temporaryRepository(folder);
    const source = open(repository.env);
    const found = await source.examine(repository.project);
    if ("obstacle" in found) throw new Error(found.obstacle);
    const field = { path: join(repository.folder, "fields", "storm"), branch };
    const index = join(repository.folder, "snapshot.index");
    await mkdir(dirname(field.path));
    return {
      ...{ repository, source, found, field },
      add: () => source.addField(found.top, field, found.head),
      state: () => source.stateOf(found.top, field, found.head),
      index,
      snap: () => source.snapshot(field, "refs/ovld/army/snap/storm", index),
      remove: () => source.removeField(found.top, field, found.head),
      [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
    };
  };

  describe(name, () => {
    test("a field has the last commit, not the uncommitted files, and changes nothing in the project", async () => {
      await using at = await scene();
      const { repository, field } = at;
      await writeFile(join(repository.project, "a.txt"), "changed\n");
      await writeFile(join(repository.project, "new.txt"), "new\n");
      expect(await at.source.examine(repository.project)).toMatchObject({ changes: 2 });
      const before = await repository.git("status", "--porcelain", "--branch");
      expect(await at.add()).toBe(true);
      expect(await readFile(join(field.path, "a.txt"), "utf8")).toBe("a\n");
      expect(existsSync(join(field.path, "new.txt"))).toBe(false);
      expect(await repository.git("status", "--porcelain", "--branch")).toBe(before);
      expect(await at.source.branches(at.found.top, "ovld")).toEqual([branch]);
      expect(await at.source.branches(at.found.top, "ov")).toEqual([]);
    });

    test("an existing field is not changed by another call", async () => {
      await using at = await scene();
      await at.add();
      await writeFile(join(at.field.path, "a.txt"), "work\n");
      expect(await at.add()).toBe(false);
      expect(await readFile(join(at.field.path, "a.txt"), "utf8")).toBe("work\n");
    });

    test("a field whose folder was deleted is made again with its commits", async () => {
      await using at = await scene();
      await at.add();
      await at.repository.commit(at.field.path, "b.txt");
      await rm(at.field.path, { recursive: true });
      expect(await at.state()).toEqual({ commits: 1, changes: 0, isMissing: true });
      expect(await at.add()).toBe(true);
      expect(existsSync(join(at.field.path, "b.txt"))).toBe(true);
    });

    test("a field that lost its link to the repository is linked again, and its files stay", async () => {
      await using at = await scene();
      await at.add();
      await writeFile(join(at.field.path, "new.txt"), "new\n");
      await rm(join(at.field.path, ".git"));
      expect(await at.add()).toBe(false);
      expect(await at.state()).toEqual({ commits: 0, changes: 1, isMissing: false });
    });

    test("a folder with other files is refused and not touched", async () => {
      await using at = await scene();
      await mkdir(at.field.path);
      await writeFile(join(at.field.path, "x"), "x");
      await expect(at.add()).rejects.toMatchObject({ code: "field-broken" });
      expect(await readFile(join(at.field.path, "x"), "utf8")).toBe("x");
      expect(await at.source.branches(at.found.top, "ovld")).toEqual([]);
    });

    test("a field without open work is removed with its branch", async () => {
      await using at = await scene();
      await at.add();
      expect(await at.remove()).toBe("removed");
      expect(existsSync(at.field.path)).toBe(false);
      expect(await at.source.branches(at.found.top, "ovld")).toEqual([]);
      expect(await at.repository.git("worktree", "list", "--porcelain")).not.toContain("storm");
    });

    test("a field with a commit is kept until another branch has the commit; branches of ovld do not count", async () => {
      await using at = await scene();
      const { repository } = at;
      await at.add();
      await repository.commit(at.field.path, "b.txt");
      await repository.git("branch", "ovld/army/other", branch);
      expect(await at.remove()).toEqual({ commits: 1, changes: 0, isMissing: false });
      await repository.git("merge", "--quiet", branch);
      expect(await at.remove()).toBe("removed");
    });

    test("a field with an uncommitted or untracked file is kept", async () => {
      await using at = await scene();
      await at.add();
      await writeFile(join(at.field.path, "a.txt"), "changed\n");
      await writeFile(join(at.field.path, "new file.txt"), "new\n");
      expect(await at.remove()).toEqual({ commits: 0, changes: 2, isMissing: false });
      expect(await readFile(join(at.field.path, "new file.txt"), "utf8")).toBe("new\n");
    });

    test("commits of a detached HEAD, as in a rebase, count as open work", async () => {
      await using at = await scene();
      await at.add();
      await at.repository.gitIn(at.field.path, "checkout", "--quiet", "--detach");
      await at.repository.commit(at.field.path, "b.txt");
      expect(await at.remove()).toEqual({ commits: 1, changes: 0, isMissing: false });
    });

    test("a branch that another worktree has checked out is not deleted", async () => {
      await using at = await scene();
      await at.repository.git("worktree", "add", "--quiet", "-b", branch, join(at.repository.folder, "other"));
      expect(await at.remove()).toBe("removed");
      expect(await at.source.branches(at.found.top, "ovld")).toEqual([branch]);
    });

    test("discarding removes uncommitted files, and keeps a branch with commits", async () => {
      await using at = await scene();
      await at.add();
      await at.repository.commit(at.field.path, "b.txt");
      await writeFile(join(at.field.path, "c.txt"), "c\n");
      await at.source.discardField(at.field);
      expect(existsSync(at.field.path)).toBe(false);
      expect(await at.state()).toEqual({ commits: 1, changes: 0, isMissing: true });
    });

    test("a snapshot has uncommitted and untracked files, and changes neither files nor index nor HEAD", async () => {
      await using at = await scene();
      const { repository, field, snap } = at;
      await at.add();
      await repository.commit(field.path, "b.txt");
      await writeFile(join(field.path, ".gitignore"), "out/\n");
      await mkdir(join(field.path, "out"));
      for (const name of ["a.txt", "new 日本.txt", "out/x"]) await writeFile(join(field.path, name), `${name}!`);
      await repository.gitIn(field.path, "add", "a.txt");
      const state = async () => [
        await repository.gitIn(field.path, "status", "--porcelain=v2", "--branch"),
        await repository.gitIn(field.path, "diff", "--cached"),
      ];
      const before = await state();
      const id = (await snap()) ?? "";
      expect(await state()).toEqual(before);
      const files = (await repository.git("ls-tree", "-r", "-z", "--name-only", id)).split("\0").filter(Boolean);
      expect(files.sort()).toEqual([".gitignore", "a.txt", "b.txt", "new 日本.txt"]);
      expect(await repository.git("show", `${id}:a.txt`)).toBe("a.txt!");
      expect(await at.source.snapshots(at.found.top, "refs/ovld")).toEqual([
        { id, ref: "refs/ovld/army/snap/storm", at: expect.stringMatching(/Z$/), changes: 3 },
      ]);
      expect(await at.state()).toMatchObject({ commits: 1 });
    });

    test("a snapshot without a change writes nothing", async () => {
      await using at = await scene();
      await at.add();
      const first = await at.snap();
      expect(first).toMatch(/^[0-9a-f]{40}$/);
      expect(await at.snap()).toBeUndefined();
      await writeFile(join(at.field.path, "a.txt"), "again\n");
      expect(await at.snap()).not.toBe(first);
      await at.repository.gitIn(at.field.path, "commit", "--quiet", "--all", "--message=same files, another commit");
      expect(await at.snap()).toBeDefined();
      expect(await at.snap()).toBeUndefined();
      expect(await at.source.snapshots(at.found.top, "refs/ovld")).toHaveLength(3);
      expect(await at.source.snapshots(at.found.top, "refs/other")).toEqual([]);
    });

    test("files and commits of every snapshot survive a reset, a garbage collection and a deleted field", async () => {
      await using at = await scene();
      const { repository, field } = at;
      await at.add();
      await repository.commit(field.path, "commit.txt");
      await writeFile(join(field.path, "draft.txt"), "draft\n");
      const kept = (await at.snap()) ?? "";
      await repository.gitIn(field.path, "reset", "--quiet", "--hard", "HEAD~1");
      await rm(join(field.path, "draft.txt"));
      await at.snap();
      await rm(field.path, { recursive: true });
      await repository.git("reflog", "expire", "--expire=now", "--all");
      await repository.git("gc", "--quiet", "--prune=now");
      await at.source.branchAt(at.found.top, "rescue/storm", kept);
      expect(await repository.git("show", "rescue/storm:draft.txt")).toBe("draft\n");
      expect(await repository.git("show", "rescue/storm:commit.txt")).toBe("commit.txt\n");
      expect(await at.snap()).toBeUndefined();
    });

    test("after a damaged index the next snapshot is whole again", async () => {
      await using at = await scene();
      await at.add();
      await at.snap();
      await writeFile(at.index, "damaged");
      await writeFile(join(at.field.path, "new.txt"), "new\n");
      await expect(at.snap()).rejects.toMatchObject({ code: "program-failed" });
      const id = (await at.snap()) ?? "";
      expect(await at.repository.git("show", `${id}:new.txt`)).toBe("new\n");
    });

    test("only ignored files that .worktreeinclude names are included", async () => {
      await using at = await scene();
      const { project } = at.repository;
      await writeFile(join(project, ".gitignore"), ".env\nout/\n");
      await writeFile(join(project, ".worktreeinclude"), ".env\nplain.txt\nconfig/*.key\n");
      await mkdir(join(project, "out"));
      for (const name of [".env", "plain.txt", "out/x.js"]) await writeFile(join(project, name), name);
      expect(await at.source.included(at.found.top)).toEqual([".env"]);
      await rm(join(project, ".worktreeinclude"));
      expect(await at.source.included(at.found.top)).toEqual([]);
    });

    test("a path with spaces, quotes and Japanese", async () => {
      await using at = await scene("ある 'プロジェクト");
      await at.add();
      await at.repository.commit(at.field.path, "日本 語.txt");
      expect(await at.state()).toEqual({ commits: 1, changes: 0, isMissing: false });
      await at.repository.git("merge", "--quiet", branch);
      expect(await at.remove()).toBe("removed");
    });
  });
}
