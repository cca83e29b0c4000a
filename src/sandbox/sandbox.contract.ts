import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder, writeAtomically } from "#base/files.ts";
import { run } from "#base/run.ts";
import { skipFor } from "#test/support/programs.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import type { Sandbox, WritePolicy } from "./sandbox.ts";

/** Contract of every engine. */
export function sandboxContract(sandbox: Sandbox, { skip }: { skip: string | false }) {
  test("a program gets its arguments, input and folder, and its exit status is returned", async (context) => {
    skipFor(context, skip);
    await using fixture = await preparedFixture(sandbox);
    const odd = ["--", "--ro-bind", 'quo"te', "$HOME `id`", "back\\slash", "日本語 と 空白", "", "A=B"];
    const script = `process.stdin.toArray().then((input) => {
      require("node:fs").writeFileSync("seen.json",
        JSON.stringify({ args: process.argv.slice(1), input: String(Buffer.concat(input)), folder: process.cwd() }));
      process.exit(7);
    })`;
    const argv = fixture.wrap([process.execPath, "-e", script, "--", ...odd]);
    await expect(
      run(argv[0], argv.slice(1), { cwd: fixture.project, input: "日本\n", timeLimit: 30_000 }),
    ).rejects.toMatchObject({ code: "program-failed", details: { exitCode: 7 } });
    expect(JSON.parse(await readFile(join(fixture.project, "seen.json"), "utf8"))).toEqual({
      args: odd,
      input: "日本\n",
      folder: fixture.project,
    });
  });

  test("the engine's files are in the session's folder, and the check leaves none", async (context) => {
    skipFor(context, skip);
    await using fixture = await preparedFixture(sandbox);
    for (const { path } of sandbox.files(fixture.policy, fixture.session)) expect(dirname(path)).toBe(fixture.session);
    await expect(sandbox.check(fixture.policy, fixture.session)).resolves.toBeUndefined();
  });
}

/** A project and a session for wrapped programs; `open` may extend the policy. */
export async function preparedFixture(sandbox: Sandbox, open: (folder: string) => Partial<WritePolicy> = () => ({})) {
  const folder = await temporaryFolder();
  const [project, session] = ["project", "session"].map((name) => join(folder.path, name)) as [string, string];
  for (const made of [project, session]) await makeFolder(made);
  const policy = { folders: [project], readOnly: [], files: [], hidden: [], ...open(folder.path) };
  for (const made of sandbox.folders(policy)) await makeFolder(made);
  for (const { path, content } of sandbox.files(policy, session)) await writeAtomically(path, content);
  return {
    folder: folder.path,
    project,
    session,
    policy,
    wrap: (argv: readonly [string, ...string[]]) => sandbox.wrap(argv, policy, session),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
