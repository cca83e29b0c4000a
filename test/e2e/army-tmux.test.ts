import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { run } from "#base/run.ts";
import { sessionPaths } from "#home/paths.ts";
import { roles } from "#test/support/army-roles.ts";
import { expectNothingLeft } from "#test/support/nothing-left.ts";
import { overlordPanes } from "#test/support/overlord-panes.ts";
import { programsIn } from "#test/support/process-table.ts";
import { skipWithout } from "#test/support/programs.ts";
import { installScriptedAgent, notesOf, withComposer } from "#test/support/scripted-agents.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal, ovldOnTerminal, type Terminal } from "#test/support/terminal.ts";

const WAIT = { timeout: 60_000, interval: 50 };
/** Long enough for an agent that has not reported since its start. */
const PATIENT = { timeout: 150_000, interval: 500 };
const live = (name: string, work: (army: TemporaryArmy) => Promise<void>) =>
  test(name, { timeout: 240_000 }, async (context) => {
    skipWithout(context, "tmux");
    await using army = await temporaryArmy();
    await installScriptedAgent(army);
    await work(army);
  });

async function tmux(army: TemporaryArmy, ...args: string[]): Promise<string> {
  return (await run("tmux", ["-u", ...args], { env: army.env, timeLimit: 10_000 })).stdout;
}

/** One line per pane, in layout order. */
async function panes(army: TemporaryArmy, format: string, session = "ovld-project"): Promise<string[]> {
  return (await tmux(army, "list-panes", "-s", "-t", `=${session}`, "-F", format)).trimEnd().split("\n");
}

const summon = (army: TemporaryArmy, ...args: string[]) => army.ovld(["summon", "--mux", "tmux", "--detach", ...args]);

/** Summons without rituals; resolves when every agent is running. */
async function summonQuietly(army: TemporaryArmy): Promise<void> {
  const summoned = await summon(army, "--no-rituals");
  expect(summoned, summoned.stderr).toMatchObject({ status: 0, stderr: "" });
  await agentsAreUp(army);
}

async function agentsAreUp(army: TemporaryArmy): Promise<void> {
  await vi.waitFor(async () => {
    for (const role of roles) expect((await notesOf(army, role)).pid, role).toBeGreaterThan(0);
  }, WAIT);
}

async function ritual(file: string): Promise<string> {
  return `${(await readFile(file, "utf8")).trimEnd()}\r`;
}

describe("in the background", () => {
  live("summon starts the army though its output pipe is closed, and a dry run lists the actions", async (army) => {
    const dry = () => army.ovld(["summon", "--dry-run", "--no-rituals", "--mux", "tmux"]);
    expect((await dry()).stdout).toContain("ovld-project");
    const { stderr } = await army.shell("{ ovld summon --detach --no-rituals --mux tmux; echo $? >&2; } | true");
    expect(stderr).toBe("0\n");
    expect(JSON.parse((await army.ovld(["status", "--json"])).stdout)).toMatchObject({ state: "running" });
    expect((await dry()).stdout).toBe("ovld-project is already running.\n");
    await agentsAreUp(army);
    process.kill((await notesOf(army, "storm")).pid, "SIGKILL");
    await vi.waitFor(async () => {
      const again = await summon(army, "--no-rituals");
      expect(again).toMatchObject({
        status: 7,
        stdout: expect.stringMatching(/No longer running: storm\. Use `ovld restart storm`/),
      });
    }, WAIT);

    await army.ovld(["unsummon", "--keep", "--force"]);
    expect(await dry()).toMatchObject({ status: 6, stderr: expect.stringContaining("ovld summon --resume") });
    const fresh = await army.ovld(["summon", "--dry-run", "--fresh", "--no-rituals", "--mux", "tmux"]);
    expect(fresh.stdout).toMatch(/ovld-project(?!-2)/);
    expect((await army.ovld(["unsummon", "--force"])).status).toBe(0);
    await expectNothingLeft(army);
  });

  live("four windows, seven panes, and each role's own ritual byte for byte; unsummon leaves nothing", async (army) => {
    const summoned = await summon(army);
    expect(summoned, summoned.stderr).toMatchObject({ status: 0, stderr: "" });
    expect(summoned.stdout).toMatch(/Summoning ovld-project: 6 roles on tmux\n/);
    expect(await panes(army, "#{window_name}/#{@ovld-title}")).toEqual(overlordPanes);
    for (const role of roles) {
      const { argv, typed, directory } = await notesOf(army, role);
      expect(typed, role).toBe(await ritual(`rituals/${role}.md`));
      expect(directory).toBe(army.project);
      expect(argv.slice(0, 2)).toEqual([
        "--mcp-config",
        join(sessionPaths(army.paths, "ovld-project").relay, "mcp", `${role}.json`),
      ]);
    }
    expect((await army.ovld(["status"])).stdout).toMatch(/^ovld-project {2}running {2}tmux {2}/);
    const [registered] = JSON.parse((await army.ovld(["status", "--all", "--json"])).stdout);
    expect(registered).toMatchObject({ name: "ovld-project", state: "running", multiplexer: "tmux" });
    const ids = Object.fromEntries((await panes(army, "#{@ovld-title} #{pane_id}")).map((line) => line.split(" ")));
    expect(registered.panes).toEqual(Object.fromEntries(roles.map((role) => [role, ids[role]])));
    // A closed output pipe does not stop the command: both roles get their ritual again.
    await army.shell("ovld ritual glacier storm | true");
    await vi.waitFor(async () => {
      for (const role of ["glacier", "storm"])
        expect((await notesOf(army, role)).typed, role).toBe((await ritual(`rituals/${role}.md`)).repeat(2));
    }, WAIT);
    expect((await army.ovld(["unsummon", "--force"])).stdout).toBe("ovld-project is unsummoned.\n");
    await expectNothingLeft(army);
  });

  live("in Japanese, with a project's own ritual first", async (army) => {
    await mkdir(join(army.project, "rituals"));
    await writeFile(join(army.project, "rituals", "storm.md"), "# 自前の疾風; \n\n- $(id) `id` #{pid}\n  -t x;\n");
    const { stdout } = await summon(army, "--lang", "ja");
    expect(stdout).toMatch(/ovld-project を召喚します/);
    for (const role of roles.slice(0, 5))
      expect((await notesOf(army, role)).typed).toBe(await ritual(`rituals/ja/${role}.md`));
    expect((await notesOf(army, "storm")).typed).toBe("# 自前の疾風; \n\n- $(id) `id` #{pid}\n  -t x;\r");
    await army.ovld(["unsummon", "--force"]);
    await expectNothingLeft(army);
  });

  live("a ritual given as a launch argument may exceed tmux's limit for arguments", async (army) => {
    const long = "魔王 $HOME \"q\" 'q' \\ #{pid} ;\n  ~ x\n".repeat(700);
    await mkdir(join(army.project, "rituals"));
    for (const role of roles) await writeFile(join(army.project, "rituals", `${role}.md`), `${role}\n${long}`);
    const summoned = await army.ovld(["summon", "--mux", "tmux", "--detach"], {
      env: { OVLD_RITUALS_METHOD: "launch" },
    });
    expect(summoned, summoned.stderr).toMatchObject({ status: 0 });
    await agentsAreUp(army);
    for (const role of roles) {
      const { argv, typed } = await notesOf(army, role);
      expect(argv.at(-1) === `${role}\n${long}`, role).toBe(true);
      expect(typed).toBe("");
    }
    await army.ovld(["unsummon", "--force"]);
  });

  live("agents get the environment of the summon command, not that of the running tmux server", async (army) => {
    await run("tmux", ["new-session", "-d", "-s", "theirs", "cat"], {
      env: { ...army.env, MARK: "old" },
      timeLimit: 10_000,
    });
    await army.ovld(["summon", "--mux", "tmux", "--detach", "--no-rituals"], { env: { MARK: "日本 $x;", EMPTY: "" } });
    await agentsAreUp(army);
    const { pid } = await notesOf(army, "storm");
    const environment = (await readFile(`/proc/${pid}/environ`, "utf8")).split("\0");
    expect(environment).toEqual(expect.arrayContaining(["MARK=日本 $x;", "EMPTY=", `HOME=${army.home}`]));
    await army.ovld(["unsummon", "--force"]);
    expect(await tmux(army, "list-sessions", "-F", "#{session_name}")).toBe("theirs\n");
  });

  live("tmux is used when zellij is not installed; settings and the formation take precedence", async (army) => {
    const on = async (args: string[], env: Record<string, string>) =>
      /^ {2}\S*(zellij|tmux) /m.exec((await army.ovld(["summon", "--dry-run", ...args], { env })).stdout)?.[1];
    const program = async (name: string, version: string) => {
      await writeFile(join(army.folder, "bin", name), `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 });
      return { [`OVLD_PROGRAMS_${name.toUpperCase()}`]: join(army.folder, "bin", name) };
    };
    const zellij = await program("zellij", "zellij 0.45.0");
    const none = { OVLD_PROGRAMS_ZELLIJ: "no-such-zellij" };
    expect(await on([], none)).toBe("tmux");
    expect(await on([], zellij)).toBe("zellij");
    expect(await on(["--mux", "tmux"], zellij)).toBe("tmux");
    expect(await on([], { ...zellij, OVLD_MULTIPLEXER: "tmux" })).toBe("tmux");
    expect(await on(["--formation", "mas"], zellij)).toBe("tmux");
    expect(await on(["--formation", "mas", "--mux", "zellij"], zellij)).toBe("zellij");
    expect(await on(["--formation", "mas"], { ...zellij, OVLD_PROGRAMS_TMUX: "no-such-tmux" })).toBe("zellij");
    const old = await program("tmux", "tmux 2.9a");
    expect(await army.ovld(["summon", "--detach", "--mux", "tmux"], { env: old })).toMatchObject({
      status: 4,
      stderr: expect.stringMatching(/tmux 2\.9a is too old; 3\.0 or newer is needed/),
    });
    await expectNothingLeft(army);
  });

  live(
    "an agent CLI whose path contains a version that is too old is refused before anything is made",
    async (army) => {
      const folder = join(army.folder, "versions");
      await mkdir(folder);
      await copyFile(join(army.folder, "bin", "claude"), join(folder, "2.1.138"));
      const env = { OVLD_PROGRAMS_CLAUDE: join(folder, "2.1.138"), OVLD_HOME: join(army.folder, "untouched") };
      expect(await army.ovld(["summon", "--detach", "--mux", "tmux", "--lang", "ja"], { env })).toMatchObject({
        status: 4,
        stderr: expect.stringMatching(/2\.1\.138 は古すぎます。2\.1\.139 以降が必要です/),
      });
      expect(existsSync(env.OVLD_HOME)).toBe(false);
    },
  );

  live("a second summon starts nothing, and a foreign session of the same name stays unchanged", async (army) => {
    await tmux(army, "new-session", "-d", "-s", "ovld-project", "cat");
    await summonQuietly(army);
    expect((await summon(army)).stdout).toBe("ovld-project-2 is already running.\n");
    const stays =
      "Formation and multiplexer stay as they are: overlord on tmux. To change them, use `ovld unsummon` first.\n";
    for (const other of [
      ["--mux", "zellij"],
      ["--formation", "mas"],
      ["--dry-run", "--mux", "zellij"],
    ])
      expect(await army.ovld(["summon", "--detach", ...other]), other.join(" ")).toMatchObject({
        status: 0,
        stdout: `ovld-project-2 is already running.\n${stays}`,
      });
    const { stdout } = await army.ovld(["summon", "--detach", "--mux", "zellij", "--lang", "ja"]);
    expect(stdout).toContain("陣形とマルチプレクサは変わりません: overlord、tmux。");
    await army.ovld(["unsummon", "--force"]);
    expect(await tmux(army, "list-sessions", "-F", "#{session_name}")).toBe("ovld-project\n");
  });

  live("a server killed with -9 leaves an orphan, which the next summon removes", async (army) => {
    await summonQuietly(army);
    process.kill(Number(await tmux(army, "display-message", "-p", "#{pid}")), "SIGKILL");
    expect(JSON.parse((await army.ovld(["status", "--json"])).stdout)).toMatchObject({ state: "orphan" });
    const again = await summon(army, "--no-rituals");
    expect(again.stdout).toMatch(/ovld-project had ended; ovld removed what was left of it/);
    expect(JSON.parse((await army.ovld(["status", "--json"])).stdout)).toMatchObject({ state: "running" });
    await army.ovld(["unsummon", "--force"]);
    await expectNothingLeft(army);
  });

  live("unsummon ends a pane program that ignores SIGHUP, but not those of other sessions", async (army) => {
    await summonQuietly(army);
    await tmux(army, "new-session", "-d", "-s", "theirs", "trap '' HUP; exec sleep 4711");
    await tmux(army, "new-window", "-t", "=ovld-project:", "trap '' HUP; exec sleep 4713");
    const asleep = () => programsIn(army.home).flatMap(({ argv }) => (argv[0] === "sleep" ? argv.slice(1) : []));
    await vi.waitFor(() => expect(asleep().sort()).toEqual(["4711", "4713"]), WAIT);
    await army.ovld(["unsummon", "--force"]);
    expect(asleep()).toEqual(["4711"]);
  });

  live("Ctrl-C at any moment of summon leaves nothing, and the next summon works", async (army) => {
    for (const delay of [80, 140, 200, 260, 330, 430, 580, 880, 1300]) {
      const child = spawn(process.execPath, [resolve("dist/main.cjs"), "summon", "--detach", "--mux", "tmux"], {
        env: army.env,
        cwd: army.project,
        stdio: "ignore",
      });
      await new Promise((done) => setTimeout(done, delay));
      child.kill("SIGINT");
      const status = await new Promise((done) => child.on("close", (code, signal) => done(code ?? signal)));
      expect([130, "SIGINT"], `after ${delay} ms`).toContain(status);
      await expectNothingLeft(army);
    }
    await summonQuietly(army);
    await army.ovld(["unsummon", "--force"]);
  });

  live("odd directories work: Japanese, very long, quotes, formats, through a symlink", async (army) => {
    for (const name of ["プロジェクト", "x".repeat(200), `it's a "test" $HOME;`, "#(id) #S %H -t", "a.b:c"]) {
      const directory = join(army.folder, name);
      await mkdir(directory);
      await symlink(directory, join(army.folder, "link"));
      const { status, stderr } = await army.ovld(["summon", "--mux", "tmux", "--detach", "--no-rituals"], {
        cwd: join(army.folder, "link"),
      });
      expect({ status, stderr }, name).toEqual({ status: 0, stderr: "" });
      await vi.waitFor(async () => expect((await notesOf(army, "storm", directory)).directory).toBe(directory), WAIT);
      expect((await army.ovld(["unsummon", "--force"], { cwd: directory })).status).toBe(0);
      await rm(join(army.folder, "link"));
    }
  });
});

describe("mail", () => {
  live("reaches an agent while its pane is in copy mode", async (army) => {
    Object.assign(army.env, withComposer);
    await summonQuietly(army);
    const [line = ""] = (await panes(army, "#{@ovld-title} #{pane_id}")).filter((each) => each.startsWith("storm "));
    const storm = line.slice("storm ".length);
    // An agent that has just become ready may still be starting its wait hook, so ovld does not type to it yet.
    await vi.waitFor(async () => {
      await tmux(army, "copy-mode", "-t", storm);
      expect((await army.ovld(["send", "storm", "Fix the page"])).stdout).toMatch(/^storm was woken by typing: /);
    }, PATIENT);
    expect(await tmux(army, "display-message", "-p", "-t", storm, "#{pane_in_mode}")).toBe("0\n");
    const told = "[MESSAGE from user] You have mail: call check_inbox.";
    await vi.waitFor(async () => expect((await notesOf(army, "storm")).submitted).toEqual([told]), WAIT);
    for (const role of roles.slice(0, 5)) expect((await notesOf(army, role)).submitted).toEqual([]);
    await army.ovld(["unsummon", "--force"]);
    await expectNothingLeft(army);
  });

  live("the pane of a crashed agent keeps its last screen, shows the exit, and gets no input", async (army) => {
    const agent = join(army.folder, "bin", "claude");
    const text = await readFile(agent, "utf8");
    await writeFile(agent, text.replace("stty raw", `printf 'last words of %s' "$role"\nstty raw`));
    await summonQuietly(army);
    const attach = ["env", "-u", "TMUX", "tmux", "-u", "attach", "-t", "=ovld-project:support"];
    await using terminal = await openTerminal(attach, { cwd: army.project, env: army.env });
    await terminal.sees("last words of storm");
    process.kill((await notesOf(army, "storm")).pid, "SIGKILL");
    await vi.waitFor(async () => expect(await panes(army, "#{@ovld-title} #{pane_dead}")).toContain("storm 1"), WAIT);
    const sent = await army.ovld(["send", "storm", "Are you there?"]);
    expect(sent).toMatchObject({ status: 0, stdout: expect.stringMatching(/^queued for storm/) });
    expect((await notesOf(army, "storm")).typed).toBe("");
    expect(await terminal.sees(/storm \[exited/)).toContain("last words of storm");
    await army.ovld(["unsummon", "--force"]);
    await expectNothingLeft(army);
  });
});

/** Detaches with tmux's default keys. */
async function detach(terminal: Terminal): Promise<number> {
  await terminal.press("C-b");
  await terminal.press("d");
  return terminal.ended();
}

describe("on a terminal", () => {
  const here = (army: TemporaryArmy, ...args: string[]) =>
    openTerminal(ovldOnTerminal("summon", "--mux", "tmux", ...args), { cwd: army.project, env: army.env });

  live("detaching leaves the army running, summon attaches again, and quitting ends it", async (army) => {
    await using terminal = await here(army, "--no-rituals");
    await terminal.sees(/command.*battlefield.*support.*dashboard/);
    await terminal.sees(/overlord.*strategist/);
    await agentsAreUp(army);
    expect(await detach(terminal)).toBe(0);
    await terminal.sees("`ovld attach ovld-project` shows it again.");
    const before = (await notesOf(army, "storm")).pid;
    for (const command of ["summon", "attach"]) {
      await using again = await openTerminal(ovldOnTerminal(command), { cwd: army.project, env: army.env });
      await again.sees("battlefield");
      expect((await notesOf(army, "storm")).pid).toBe(before);
      expect(await detach(again)).toBe(0);
    }
    await using last = await openTerminal(ovldOnTerminal("attach"), { cwd: army.project, env: army.env });
    await last.sees("battlefield");
    await last.press("C-b", ":");
    await last.sees(/^:$/m);
    await last.press("kill-session");
    await last.sees(/^:kill-session/m);
    await last.press("Enter");
    expect(await last.ended()).toBe(0);
    await last.sees("ovld-project has ended.");
    await expectNothingLeft(army);
  });

  live("typing the rituals continues after the user detaches, and the selected window is restored", async (army) => {
    await using terminal = await here(army);
    await terminal.sees("battlefield");
    await vi.waitFor(async () => expect((await notesOf(army, "overlord")).typed).toMatch(/\r$/), WAIT);
    expect(await detach(terminal)).toBe(0);
    await vi.waitFor(async () => expect((await notesOf(army, "storm")).typed).toMatch(/\r$/), WAIT);
    for (const role of roles) expect((await notesOf(army, role)).typed, role).toBe(await ritual(`rituals/${role}.md`));
    await using again = await openTerminal(ovldOnTerminal("attach"), { cwd: army.project, env: army.env });
    await again.sees(/overlord.*strategist/);
    await army.ovld(["unsummon", "--force"]);
    expect(await again.ended()).toBe(0);
    await expectNothingLeft(army);
  });

  live("attach refuses an army that has ended", async (army) => {
    await summonQuietly(army);
    await tmux(army, "kill-session", "-t", "=ovld-project");
    await using terminal = await openTerminal(ovldOnTerminal("attach"), { cwd: army.project, env: army.env });
    await terminal.sees('session "ovld-project" has ended');
    expect(await terminal.ended()).toBe(5);
  });
});

describe("an agent whose CLI reports no mood", () => {
  live("a mood derived from the pane is shown as a guess", async (army) => {
    await summonQuietly(army);
    await rm(join(sessionPaths(army.paths, "ovld-project").folder, "bell"), { recursive: true });
    const mood = async () => {
      const { roles } = JSON.parse((await army.ovld(["status", "--json"])).stdout) as {
        roles: { id: string; mood: string; moodIsGuess?: boolean }[];
      };
      const { mood, moodIsGuess } = roles.find(({ id }) => id === "storm") ?? {};
      return `${mood}${moodIsGuess ? "?" : ""}`;
    };
    await vi.waitFor(async () => expect(await mood()).toBe("ready?"), WAIT);
    expect((await army.ovld(["status"])).stdout).toMatch(/Storm.* ready\?/);
    expect((await army.ovld(["status", "--lang", "ja"])).stdout).toMatch(/疾風.*\?/);
    process.kill((await notesOf(army, "storm")).pid, "SIGKILL");
    await vi.waitFor(async () => expect(await mood()).toBe("gone?"), WAIT);
    await army.ovld(["unsummon", "--force"]);
  });
});
