import { chmod, copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { exitStatus } from "#errors/ovld-error.ts";
import { sessionPaths } from "#home/paths.ts";
import { oneRole } from "#test/support/one-role.ts";
import { skipFor, without } from "#test/support/programs.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { confined } from "./confined.ts";
import { hostileFolder } from "./hostile-folder.ts";
import { runBounded } from "./run-bounded.ts";

/** Installs an agent that writes to the user's home at its start. */
async function installAgent(army: TemporaryArmy): Promise<void> {
  const file = join(army.folder, "bin", "claude");
  await copyFile("test/fixtures/scripted-agent.sh", file);
  const script = (await readFile(file, "utf8"))
    .replace('notes="$HOME/agents/', 'notes="$TMPDIR/agents/')
    .replace("stty raw", 'echo owned >>"$HOME/.bashrc"\nstty raw');
  await writeFile(file, script);
  await chmod(file, 0o755);
}

test("S3: a restart does not grant write access to the home if the project became a link to it", {
  timeout: 240_000,
}, async (context) => {
  skipFor(context, without("bwrap") || without("tmux") || without("git"));
  await using army = await temporaryArmy(await hostileFolder());
  army.env.GIT_CEILING_DIRECTORIES = army.folder;
  await installAgent(army);
  await mkdir(army.paths.formations, { recursive: true });
  await writeFile(join(army.paths.formations, "one.toml"), oneRole("lead"));
  const app = join(army.project, "packages", "app");
  await mkdir(app, { recursive: true });
  await army.shell("git init -q .");
  await writeFile(join(army.home, ".bashrc"), "# kept\n");
  const kept = () => readFile(join(army.home, ".bashrc"), "utf8");
  const ovld = (...argv: string[]) => army.ovld(argv, { cwd: app });
  const flags = ["--mux", "tmux", "--detach", "--no-rituals", "--sandbox", "bubblewrap", "--formation", "one"];
  const summoned = await ovld("summon", ...flags);
  expect(summoned, summoned.stderr).toMatchObject({ status: 0 });
  expect(await kept()).toBe("# kept\n");
  const { folder } = sessionPaths(army.paths, "ovld-app");
  const move = `mv '${app}' '${app}.away' && ln -s '${army.home}' '${app}'`;
  const argv = await confined(["sh", "-c", move], army, { folder, directory: app });
  expect(await runBounded(argv, { cwd: army.project, env: army.env })).toMatchObject({ status: 0 });
  const session = ["--session", "ovld-app"];
  const refusal = { status: exitStatus.conflict, stderr: expect.stringContaining("is now a link to") };
  expect(await army.ovld(["restart", "lead", "--force", ...session])).toMatchObject(refusal);
  await army.shell("tmux kill-server");
  const resumed = await army.ovld(["summon", "--resume", "--detach", "--no-rituals"], { cwd: resolve(app) });
  expect(resumed).toMatchObject(refusal);
  expect(await kept()).toBe("# kept\n");
});
