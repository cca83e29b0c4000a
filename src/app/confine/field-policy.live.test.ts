import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { bubblewrap } from "#sandbox/bubblewrap/bubblewrap.ts";
import { git } from "#source-control/git/git.ts";
import { skipWithout } from "#test/support/programs.ts";
import { temporaryRepository } from "#test/support/temporary-repository.ts";
import { writePaths } from "./write-paths.ts";
import { writePolicy } from "./write-policy.ts";

test("a confined role commits in its field, and can change neither the project nor another field", async (context) => {
  skipWithout(context, "bwrap");
  await using repository = await temporaryRepository();
  const { project, env } = repository;
  const paths = resolvePaths(env);
  const { folder, work } = sessionPaths(paths, "ovld-a");
  const source = git({ env });
  const found = await source.examine(project);
  if ("obstacle" in found) throw new Error(found.obstacle);
  const fieldOf = (role: string) => ({ path: join(work, role), branch: `ovld/ovld-a/${role}` });
  const [storm, inferno] = [fieldOf("storm"), fieldOf("inferno")];
  for (const field of [storm, inferno]) await source.addField(project, field, found.head);
  const field = { path: storm.path, shared: found.shared };
  const policy = writePolicy(
    await writePaths({
      ...{ platform: "linux", env, project, paths, sessionFolder: folder },
      ...{ agents: [], extra: [], temporary: [], field },
    }),
  );
  const sandbox = bubblewrap({ program: "bwrap" });
  for (const needed of [...sandbox.folders(policy), ...policy.readOnly]) await mkdir(needed, { recursive: true });
  const agent = (line: string) => {
    const [program, ...args] = sandbox.wrap(["sh", "-c", `cd '${storm.path}' && ${line}`], policy, folder);
    return promisify(execFile)(program, args, { env });
  };
  await agent("echo 1 >b.txt && git add . && git commit -qm b && git gc -q");
  expect(await source.stateOf(project, storm)).toMatchObject({ commits: 1, changes: 0 });
  for (const line of [
    `touch '${project}/x'`,
    `git -C '${project}' rm -q -f a.txt`,
    `touch '${inferno.path}/x'`,
    `git worktree remove --force '${inferno.path}'`,
    `rm -rf '${inferno.path}'`,
    `touch '${folder}/guard'`,
  ])
    await expect(agent(line), line).rejects.toThrow("Read-only file system");
  expect(existsSync(join(inferno.path, "a.txt"))).toBe(true);
});
