import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { exitStatus } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { expectNoProcesses, expectNothingLeft, tmuxSessions } from "#test/support/nothing-left.ts";
import { without } from "#test/support/programs.ts";
import { registerArmy } from "#test/support/register-army.ts";
import { installScriptedAgent, notesOf } from "#test/support/scripted-agents.ts";
import { mountSmall } from "#test/support/small-disk.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal, ovldOnTerminal } from "#test/support/terminal.ts";

const skipped = without("zellij") || without("tmux");

/** Writes settings of Claude Code that purge must not change. */
async function claudeSettings({ home }: TemporaryArmy) {
  const files = [".claude.json", ".claude/settings.json", ".claude/projects/p.jsonl"].map((name) => join(home, name));
  await mkdir(join(home, ".claude", "projects"), { recursive: true });
  for (const file of files) await writeFile(file, `{"mine": "${file}"}\n`);
  const look = () =>
    Promise.all(
      files.map(async (file) => {
        const { mode, mtimeMs, ino } = await stat(file);
        return { file, mode, mtimeMs, ino, text: await readFile(file, "utf8") };
      }),
    );
  return { look, names: async () => (await readdir(join(home, ".claude"), { recursive: true })).sort() };
}

/** A second project, whose army uses the other multiplexer. */
async function projectOnTmux(army: TemporaryArmy): Promise<string> {
  const project = join(army.folder, "second");
  await mkdir(project);
  await writeFile(join(project, ".ovld.toml"), 'multiplexer = "tmux"\n');
  return project;
}

/** Names below a folder that contain `ovld`. */
async function oursIn(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true }).catch(() => [])).filter((name) => name.includes("ovld"));
}

test("purge of two armies and a server leaves no process, socket or file of ovld, and Claude's settings unchanged", {
  timeout: 300_000,
}, async (context) => {
  context.skip(Boolean(skipped), skipped || undefined);
  await using army = await temporaryArmy();
  await installScriptedAgent(army);
  const claude = await claudeSettings(army);
  const [before, names] = [await claude.look(), await claude.names()];
  const second = await projectOnTmux(army);
  for (const cwd of [army.project, second]) {
    const summoned = await army.ovld(["summon", "--detach", "--no-rituals"], { cwd });
    expect(summoned, summoned.stderr).toMatchObject({ status: 0 });
  }
  await army.ovld(["init"]);
  await vi.waitFor(
    async () => {
      for (const project of [army.project, second])
        expect((await notesOf(army, "storm", project)).pid).toBeGreaterThan(0);
    },
    { timeout: 60_000, interval: 100 },
  );
  const server = spawn(join(army.folder, "bin", "ovld"), ["serve", "--port", "0"], {
    env: army.env,
    cwd: army.project,
  });
  const ended = once(server, "close");
  await once(server.stdout, "data");
  const abandoned = join(army.env.TMPDIR as string, "ovld-tmux-left");
  await mkdir(abandoned);
  await utimes(abandoned, 1, 1);
  const running = JSON.parse((await army.ovld(["status", "--all", "--json"])).stdout) as { multiplexer: string }[];
  expect(running.map(({ multiplexer }) => multiplexer).sort()).toEqual(["tmux", "zellij"]);

  const asked = await army.ovld(["purge"]);
  expect(asked).toMatchObject({ status: exitStatus.usage, stderr: expect.stringContaining("--force") });
  for (const shown of ["ovld-project", "ovld-second", army.paths.config, army.paths.rituals, abandoned])
    expect(asked.stdout).toContain(shown);
  expect(JSON.parse((await army.ovld(["status", "--all", "--json"])).stdout)).toHaveLength(2);

  const purged = await army.ovld(["purge", "--force"]);
  expect(purged, purged.stderr).toMatchObject({ status: 0, stderr: "" });
  expect(purged.stdout).toMatch(/ovld-project is unsummoned\.\n.*ovld-second is unsummoned\.\n/s);
  await ended;
  for (const session of ["ovld-project", "ovld-second"]) await expectNothingLeft(army, session);
  expect(existsSync(army.paths.home)).toBe(false);
  for (const folder of ["TMUX_TMPDIR", "ZELLIJ_SOCKET_DIR", "TMPDIR"])
    expect(await oursIn(army.env[folder] as string), folder).toEqual([]);
  expect(await oursIn(army.home)).toEqual([]);
  expect(await claude.look()).toEqual(before);
  expect(await claude.names()).toEqual(names);
  expect(await readdir(second)).toEqual([".ovld.toml"]);

  const again = await army.ovld(["purge", "--force"]);
  expect(again).toEqual({ status: 0, stdout: "There is nothing to delete.\n", stderr: "" });
  expect(existsSync(army.paths.home)).toBe(false);
});

test("purge lists and ends running armies that are missing from the registry", {
  timeout: 120_000,
}, async (context) => {
  context.skip(Boolean(skipped), skipped || undefined);
  await using army = await temporaryArmy();
  await installScriptedAgent(army);
  // Without exec the process keeps its arguments, as a real agent does.
  const agent = join(army.folder, "bin", "claude");
  await writeFile(agent, (await readFile(agent, "utf8")).replace("exec cat", "cat"));
  const second = await projectOnTmux(army);
  for (const cwd of [army.project, second]) {
    const summoned = await army.ovld(["summon", "--detach", "--no-rituals"], { cwd });
    expect(summoned, summoned.stderr).toMatchObject({ status: 0 });
  }
  await writeFile(army.paths.registry, '{"sessions":[]}');
  await writeFile(sessionPaths(army.paths, "ovld-project").record, "{");
  // Retries, because the agents still write into the folder.
  await rm(sessionPaths(army.paths, "ovld-second").folder, { recursive: true, maxRetries: 20 });
  const asked = await army.ovld(["purge"]);
  for (const session of ["ovld-project", "ovld-second"])
    expect(asked.stdout).toContain(`  army ${session}, running but not registered\n`);
  const purged = await army.ovld(["purge", "--force"]);
  expect(purged, purged.stderr).toMatchObject({ status: 0 });
  expect(purged.stdout).toMatch(/ovld-project is unsummoned\.\n.*ovld-second is unsummoned\.\n/s);
  for (const session of ["ovld-project", "ovld-second"]) await expectNothingLeft(army, session);
  expect(existsSync(army.paths.home)).toBe(false);
});

test("purge ends a server of another installation, and servers with another spelling of the home", async () => {
  await using army = await temporaryArmy();
  await army.ovld(["init"]);
  const other = join(army.folder, "other");
  await cp("dist", join(other, "dist"), { recursive: true });
  for (const name of ["package.json", "node_modules"]) await symlink(resolve(name), join(other, name));
  const link = join(army.folder, "link");
  await symlink(army.paths.home, link);
  for (const [program, home] of [
    ["dist/main.cjs", army.paths.home],
    [resolve("dist/main.cjs"), `${army.paths.home}/`],
    [resolve("dist/main.cjs"), link],
  ] as const) {
    const env = { ...army.env, OVLD_HOME: home };
    const server = spawn(process.execPath, [program, "serve", "--port", "0"], { env, cwd: other });
    await once(server.stdout, "data");
  }
  expect(await army.ovld(["purge", "--force"])).toMatchObject({ status: 0 });
  await expectNoProcesses(army);
});

test("sockets of killed watchers outside a home with a long path are found and removed", async (context) => {
  context.skip(Boolean(skipped), skipped || undefined);
  await using army = await temporaryArmy();
  army.env.OVLD_HOME = join(army.home, "long".repeat(25));
  army.paths = resolvePaths(army.env);
  await registerArmy(army, "ovld-ended");
  await mkdir(sessionPaths(army.paths, "ovld-damaged").folder);
  const { TMPDIR } = army.env;
  const leave = async (session: string) => {
    const listen = `require("node:net").createServer().listen(process.argv[1], () => process.kill(process.pid, "SIGKILL"))`;
    const folder = sessionPaths(army.paths, session).folder;
    const sockets = join(TMPDIR as string, `ovld-${userInfo().uid}`);
    await mkdir(sockets, { recursive: true, mode: 0o700 });
    const socket = join(sockets, `${createHash("sha256").update(folder).digest("hex").slice(0, 16)}.sock`);
    await once(spawn(process.execPath, ["-e", listen, socket]), "close");
    return socket;
  };
  const ended = await leave("ovld-ended");
  expect((await army.ovld(["doctor"])).stdout).toContain(`1 stale socket: ${ended}\n   → ovld doctor --fix\n`);
  await army.ovld(["unsummon", "ovld-ended", "--force"]);
  expect(await oursIn(TMPDIR as string)).toEqual([]);

  const damaged = await leave("ovld-damaged");
  expect((await army.ovld(["purge"])).stdout).toContain(damaged);
  expect(await army.ovld(["purge", "--force"])).toMatchObject({ status: 0 });
  expect(await oursIn(TMPDIR as string)).toEqual([]);
});

for (const kind of ["zellij", "tmux"] as const)
  test(`without the program ${kind}, purge ends its server, or reports a server with other sessions`, async (context) => {
    context.skip(Boolean(skipped), skipped || undefined);
    await using army = await temporaryArmy();
    await installScriptedAgent(army);
    army.env.OVLD_MULTIPLEXER = kind;
    const summoned = await army.ovld(["summon", "--detach", "--no-rituals"]);
    expect(summoned, summoned.stderr).toMatchObject({ status: 0 });
    const gone = { env: { [`OVLD_PROGRAMS_${kind.toUpperCase()}`]: "no-such-program" } };
    if (kind === "tmux") {
      await army.shell("tmux new-session -d -s mine cat");
      const failed = await army.ovld(["purge", "--force"], gone);
      expect(failed).toMatchObject({ status: exitStatus["missing-program"] });
      expect(failed.stderr).toMatch(/^ovld: ovld-project could not be unsummoned: .*no-such-program/);
      expect(await tmuxSessions(army)).toBe("mine\novld-project\n");
      await army.shell("tmux kill-session -t =mine");
    }
    expect(await army.ovld(["purge", "--force"], gone)).toMatchObject({ status: 0 });
    await expectNoProcesses(army);
    expect(existsSync(army.paths.home)).toBe(false);
  });

test("purge works on a full disk: agents are ended and everything is deleted", async (context) => {
  context.skip(Boolean(skipped), skipped || undefined);
  await using army = await temporaryArmy();
  await installScriptedAgent(army);
  await mkdir(army.paths.home, { recursive: true });
  using _ = mountSmall(context, army.paths.home);
  const summoned = await army.ovld(["summon", "--detach", "--no-rituals"]);
  expect(summoned, summoned.stderr).toMatchObject({ status: 0 });
  const filler = join(army.paths.home, "filler");
  await writeFile(filler, Buffer.alloc(1024 * 1024)).catch(() => {});
  expect(await army.ovld(["purge", "--force"])).toMatchObject({ status: 0, stderr: "" });
  await expectNoProcesses(army);
  expect(await readdir(army.paths.home)).toEqual(["filler"]);
});

test("on a terminal purge lists and asks, and deletes only after a yes", async (context) => {
  context.skip(Boolean(skipped), skipped || undefined);
  await using army = await temporaryArmy();
  await army.ovld(["init"]);
  for (const [answer, isThere] of [
    ["n", true],
    ["y", false],
  ] as const) {
    await using terminal = await openTerminal(ovldOnTerminal("purge"), { cwd: army.project, env: army.env });
    await terminal.sees("Delete everything? [y/N]");
    expect(await terminal.screen()).toContain("This ends and deletes:");
    await terminal.type(answer);
    await terminal.press("Enter");
    expect(await terminal.ended()).toBe(0);
    expect(existsSync(army.paths.config)).toBe(isThere);
  }
});

test("purge deletes everything although its output pipe is closed", async () => {
  await using army = await temporaryArmy();
  await army.ovld(["init"]);
  expect(await army.shell("{ ovld purge --force; echo $? >&2; } | true")).toMatchObject({ stderr: "0\n" });
  expect(existsSync(army.paths.home)).toBe(false);
});

test("unsummon --all ends every army although its output pipe is closed", async (context) => {
  context.skip(Boolean(skipped), skipped || undefined);
  await using army = await temporaryArmy();
  for (const name of ["ovld-one", "ovld-two"]) await registerArmy(army, name, join(army.folder, name));
  const result = await army.shell("{ ovld unsummon --all --force; echo $? >&2; } | true");
  expect(result).toMatchObject({ stderr: "0\n" });
  expect((await army.ovld(["status", "--all"])).stdout).toBe("No army is running on this machine.\n");
});

test("foreign files in the ovld home stay, and nothing is deleted while an army cannot be ended", async (context) => {
  context.skip(Boolean(skipped), skipped || undefined);
  await using army = await temporaryArmy();
  await registerArmy(army);
  await writeFile(join(army.paths.home, "diary.txt"), "mine");
  const failing = join(army.folder, "bin", "tmux");
  await writeFile(failing, "#!/bin/sh\n[ $1 = -V ] && echo tmux 3.3a && exit\necho no >&2; exit 1\n", { mode: 0o755 });
  const failed = await army.ovld(["purge", "--force", "--json"]);
  expect(failed.status).toBe(exitStatus["program-failed"]);
  expect(JSON.parse(failed.stdout)).toMatchObject({
    armies: [{ session: "ovld-mine", dismissed: false }],
    removed: [],
  });

  expect(existsSync(army.paths.registry)).toBe(true);
  await registerArmy(army, "ovld-other");
  const { status, stdout } = await army.ovld(["purge", "--force", "--json"], {
    env: { OVLD_PROGRAMS_TMUX: "no-such-tmux" },
  });
  expect(status).toBe(0);
  expect(JSON.parse(stdout).kept).toEqual([join(army.paths.home, "diary.txt")]);
  expect(await readdir(army.paths.home)).toEqual(["diary.txt"]);
});
