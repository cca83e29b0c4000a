import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { writePaths } from "#app/confine/write-paths.ts";
import { writePolicy } from "#app/confine/write-policy.ts";
import { makeFolder } from "#base/files.ts";
import { ownIdentity } from "#base/process-identity.ts";
import { run } from "#base/run.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths } from "#home/paths.ts";
import { preparedFixture, sandboxContract } from "#sandbox/sandbox.contract.ts";
import { programsIn } from "#test/support/process-table.ts";
import { skipFor, without } from "#test/support/programs.ts";
import { bubblewrap } from "./bubblewrap.ts";
import { bundledMail } from "./bundled-mail.contract.ts";

const sandbox = bubblewrap({ program: "bwrap" });
const skip = without("bwrap");
type Fixture = Awaited<ReturnType<typeof preparedFixture>>;

sandboxContract(sandbox, { skip });

real("a write outside fails like on a read-only disk; inside all writes work", async (fixture) => {
  const outside = join(fixture.folder, "outside");
  await expect(sh(fixture, `echo x > ${outside}`)).rejects.toThrow(/Read-only file system/);
  await expect(sh(fixture, `mkdir ${outside}`)).rejects.toThrow(/Read-only file system/);
  expect(existsSync(outside)).toBe(false);
  await sh(fixture, "mkdir a && echo 1 > a/.f.tmp && mv a/.f.tmp a/f && mv a b && ln b/f b/g && rm b/g");
  expect(await readFile(join(fixture.project, "b", "f"), "utf8")).toBe("1\n");
});

real("a symlink to a file outside does not make it writable", async (fixture) => {
  await mkdir(join(fixture.folder, "secret"));
  await symlink(join(fixture.folder, "secret"), join(fixture.project, "link"));
  await expect(sh(fixture, "echo x > link/file")).rejects.toThrow(/Read-only file system/);
  await expect(sh(fixture, `ln -s ${fixture.folder} own && echo x > own/file`)).rejects.toThrow(
    /Read-only file system/,
  );
});

real(
  "a closed folder inside an open one stays closed, and cannot be moved away",
  async (fixture) => {
    const home = join(fixture.project, "a", "b", "ovld");
    await writeFile(join(home, "config.toml"), "kept");
    await expect(sh(fixture, `echo x > ${home}/config.toml`)).rejects.toThrow(/Read-only file system/);
    await expect(sh(fixture, `echo x > ${home}/new`)).rejects.toThrow(/Read-only file system/);
    for (const way of ["a", "a/b", "a/b/ovld", "."])
      await expect(sh(fixture, `mv ${join(fixture.project, way)} ${fixture.project}/c`), way).rejects.toThrow();
    await sh(fixture, `echo x > ${home}/sessions/s/mail && echo x > a/b/beside && echo x > a/beside`);
    // A process outside replaces the file atomically, as ovld does.
    const planting = sh(fixture, `touch ready; while [ ! -e go ]; do :; done; echo planted > ${home}/config.toml`);
    // The handler is attached early: the program fails while `go` is being written, so a later one would be too late.
    const refused = expect(planting).rejects.toThrow(/Read-only file system/);
    await vi.waitUntil(() => existsSync(join(fixture.project, "ready")), { timeout: 20_000 });
    await writeFile(join(home, ".tmp"), "kept too");
    await rename(join(home, ".tmp"), join(home, "config.toml"));
    await writeFile(join(fixture.project, "go"), "");
    await refused;
    expect(await readFile(join(home, "config.toml"), "utf8")).toBe("kept too");
  },
  (folder) => {
    const home = join(folder, "project", "a", "b", "ovld");
    return { folders: [join(folder, "project"), join(home, "sessions", "s")], readOnly: [home] };
  },
);

real(
  "a hidden folder appears empty, also for files made after the start, and cannot be unmounted",
  async (fixture) => {
    const hidden = join(fixture.project, "ovld", "server");
    await writeFile(join(hidden, "token"), "secret");
    const looking = sh(
      fixture,
      `ls -A ${hidden}; cat ${hidden}/*; ln ${hidden}/token stolen; touch ready; while [ ! -e go ]; do :; done
       cat ${hidden}/later; cat /proc/${process.pid}/root${hidden}/token; umount ${hidden}; rmdir ${hidden}
       mv ${hidden} moved; mv ${fixture.project}/ovld gone; touch ${hidden}/new; cat ${hidden}/* moved/* gone/server/* stolen; echo looked`,
    );
    await vi.waitUntil(() => existsSync(join(fixture.project, "ready")), { timeout: 20_000 });
    await writeFile(join(hidden, "later"), "secret");
    await writeFile(join(fixture.project, "go"), "");
    expect(await looking).toBe("looked\n");
    expect(await readFile(join(hidden, "token"), "utf8")).toBe("secret");
  },
  (folder) => {
    const home = join(folder, "project", "ovld");
    return { readOnly: [home], hidden: [join(home, "server")] };
  },
);

real("an agent of an army reads its settings, and not the token of the HTTP API", async (fixture) => {
  const paths = resolvePaths({ OVLD_HOME: join(fixture.folder, "home") });
  const sessionFolder = join(paths.sessions, "ovld-project");
  const env = { HOME: fixture.folder, PATH: process.env.PATH };
  const options = {
    platform: process.platform,
    env,
    project: fixture.project,
    paths,
    sessionFolder,
    agents: [],
    extra: [],
  };
  const policy = writePolicy(await writePaths(options));
  for (const made of [...sandbox.folders(policy), ...policy.readOnly, paths.home]) await makeFolder(made);
  for (const file of [paths.token, paths.config]) await writeFile(file, "# written");
  const [program, ...args] = sandbox.wrap(["cat", paths.config, paths.token], policy, sessionFolder);
  await expect(run(program, args, { timeLimit: 30_000 })).rejects.toMatchObject({
    details: { exitCode: 1, stderr: expect.stringMatching(/^cat: \S+token: No such file or directory$/m) },
  });
  const [, ...readable] = sandbox.wrap(["cat", paths.config], policy, sessionFolder);
  expect((await run(program, readable, { timeLimit: 30_000 })).stdout).toBe("# written");
});

real("closed folders may be missing during the check, but not when a program starts", async (fixture) => {
  for (const closed of [{ readOnly: [join(fixture.project, "ovld")] }, { hidden: [join(fixture.folder, "server")] }]) {
    const policy = { ...fixture.policy, ...closed };
    await sandbox.check(policy, fixture.session);
    const [program, ...args] = sandbox.wrap(["touch", join(fixture.project, "started")], policy, fixture.session);
    await expect(run(program, args, { timeLimit: 30_000 })).rejects.toMatchObject({ code: "program-failed" });
    expect(existsSync(join(fixture.project, "started"))).toBe(false);
  }
});

real(
  "a folder that does not exist stays closed",
  async (fixture) => {
    await rename(join(fixture.folder, "later"), join(fixture.folder, "gone"));
    await expect(sh(fixture, `mkdir ${join(fixture.folder, "later")}`)).rejects.toThrow(/Read-only file system/);
    await sh(fixture, "touch still-works");
  },
  (folder) => ({ folders: [join(folder, "project"), join(folder, "later")] }),
);

real(
  "a single file can be written in place, not replaced; in a folder it can be replaced",
  async (fixture) => {
    const file = join(fixture.folder, ".claude.json");
    const replace = (path: string) =>
      `mkdir ${path}.lock && echo new > ${path}.tmp.1 && mv -T ${path}.tmp.1 ${path} && rmdir ${path}.lock`;
    await expect(sh(fixture, replace(file))).rejects.toThrow(/Read-only file system/);
    await writeFile(file, "old");
    await sh(fixture, `echo written > ${file}`);
    expect(await readFile(file, "utf8")).toBe("written\n");
    await sh(fixture, `touch own && mv -T own ${file} && exit 3; exit 0`);
    expect(await readFile(file, "utf8")).toBe("written\n");
    await sh(fixture, replace(join(fixture.project, ".claude.json")));
    expect(await readFile(join(fixture.project, ".claude.json"), "utf8")).toBe("new\n");
  },
  (folder) => ({ files: [join(folder, ".claude.json")] }),
);

real("a confined program cannot escape by a mount, another process or a namespace", async (fixture) => {
  const outside = join(fixture.folder, "outside");
  await sh(
    fixture,
    `mount -o remount,rw,bind / ; echo x > ${outside}
     echo x > /proc/${process.pid}/root${outside}
     unshare -Urm sh -c 'mount -o remount,rw,bind /; umount -l ${fixture.project}; echo x > ${outside}'
     nsenter -t ${process.pid} -m sh -c 'echo x > ${outside}'
     grep -q '^CapEff:.0*$' /proc/self/status && touch powerless`,
  );
  expect(existsSync(outside)).toBe(false);
  expect(existsSync(join(fixture.project, "powerless"))).toBe(true);
});

real(
  "the relay's store works inside, and distinguishes running processes from ended ones outside",
  async (fixture) => {
    const program = await bundledMail(fixture.folder);
    const alive = await ownIdentity();
    const { space } = alive;
    const order = { store: join(fixture.folder, "store"), alive, dead: { pid: 2 ** 22 + 1, space } };
    const output = await confined(fixture, [process.execPath, program, JSON.stringify(order)]);
    expect(JSON.parse(output)).toEqual({ space, taken: ["始めよ"], left: 0, alive: true, dead: false });
  },
  (folder) => ({ folders: [join(folder, "project"), join(folder, "store")] }),
);

test("a multiplexer answers to confined programs, because relays need it", async (context) => {
  const missing = skip || without("zellij");
  skipFor(context, missing);
  await using fixture = await preparedFixture(sandbox, (folder) => ({
    folders: [join(folder, "project"), join(folder, "z")],
  }));
  const [TMPDIR, ZELLIJ_SOCKET_DIR] = [fixture.project, join(fixture.folder, "z")];
  const options = { env: { ...process.env, HOME: fixture.project, TMPDIR, ZELLIJ_SOCKET_DIR }, timeLimit: 30_000 };
  const ask = ["zellij", "--session", "s", "action", "query-tab-names"] as const;
  await run("zellij", ["attach", "--create-background", "s"], options);
  try {
    const [program, ...args] = fixture.wrap(ask);
    expect((await run(program, args, options)).stdout).toContain("Tab #1");
  } finally {
    await run("zellij", ["kill-session", "s"], options);
    // A server that is still ending would recreate its folders.
    await vi.waitUntil(() => programsIn(fixture.project).length === 0, { timeout: 20_000 });
  }
});

real("git commits in the project", async (fixture) => {
  const git = "git -c user.name=m -c user.email=m@example.com -c commit.gpgsign=false";
  await sh(
    fixture,
    `git init -q && echo 1 > f && git add f && ${git} commit -qm one && git mv f g && ${git} commit -qam two`,
  );
  const { stdout } = await run("git", ["-C", fixture.project, "rev-list", "--count", "HEAD"], { timeLimit: 10_000 });
  expect(stdout.trim()).toBe("2");
});

real("Ctrl-C in a terminal reaches the program, and does not kill it through bwrap", async (fixture) => {
  const script = `const { writeFileSync } = require("node:fs");
    process.on("SIGINT", () => setTimeout(() => writeFileSync("interrupted", String(process.stdout.isTTY)), 200));
    writeFileSync("ready", "");
    setInterval(() => {}, 1000);`;
  const tmux = (...args: string[]) =>
    run("tmux", ["-S", join(fixture.folder, "t"), "-f", "/dev/null", ...args], {
      cwd: fixture.project,
      timeLimit: 10_000,
    });
  try {
    await tmux("new-session", "-d", ...fixture.wrap([process.execPath, "-e", script]));
    await vi.waitUntil(() => existsSync(join(fixture.project, "ready")), { timeout: 20_000 });
    await tmux("send-keys", "C-c");
    await vi.waitUntil(() => existsSync(join(fixture.project, "interrupted")), { timeout: 20_000 });
    expect(await readFile(join(fixture.project, "interrupted"), "utf8")).toBe("true");
  } finally {
    await tmux("kill-server");
  }
});

real("the program ends with the process that was started for it", async (fixture) => {
  const [program, ...args] = fixture.wrap(["sh", "-c", "echo $$ > pid.tmp; mv pid.tmp pid; exec sleep 600"]);
  const child = spawn(program, args, { cwd: fixture.project, stdio: "ignore" });
  await vi.waitUntil(() => existsSync(join(fixture.project, "pid")), { timeout: 20_000 });
  const pid = Number(await readFile(join(fixture.project, "pid"), "utf8"));
  expect(isAlive(pid)).toBe(true);
  child.kill("SIGKILL");
  await vi.waitUntil(() => !isAlive(pid), { timeout: 20_000 });
});

function real(name: string, work: (fixture: Fixture) => Promise<void>, open?: Parameters<typeof preparedFixture>[1]) {
  test(name, async (context) => {
    skipFor(context, skip);
    await using fixture = await preparedFixture(sandbox, open);
    await work(fixture);
  });
}

function sh(fixture: Fixture, script: string): Promise<string> {
  return confined(fixture, ["sh", "-c", script]);
}

async function confined(fixture: Fixture, argv: readonly [string, ...string[]]): Promise<string> {
  const [program, ...args] = fixture.wrap(argv);
  const env = { ...process.env, LC_ALL: "C.UTF-8", GIT_CONFIG_GLOBAL: "/dev/null" };
  const running = run(program, args, { cwd: fixture.project, env, timeLimit: 30_000 });
  const { stdout } = await running.catch((error) => {
    throw OvldError.is(error, "program-failed") ? new Error(error.details.stderr) : error;
  });
  return stdout;
}

function isAlive(pid: number): boolean {
  try {
    // A zombie no longer runs; it waits for init.
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}
