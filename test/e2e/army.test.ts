import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { findProgram } from "#base/find-program.ts";
import { exitStatus } from "#errors/ovld-error.ts";
import { sessionPaths } from "#home/paths.ts";
import { roles } from "#test/support/army-roles.ts";
import { detach } from "#test/support/detach.ts";
import { serversOf } from "#test/support/multiplexer-servers.ts";
import { expectNoProcesses, expectNothingLeft, zellijSessions } from "#test/support/nothing-left.ts";
import { overlordPanes } from "#test/support/overlord-panes.ts";
import { programsIn } from "#test/support/process-table.ts";
import { skipFor, without } from "#test/support/programs.ts";
import { type Call, recordProgram } from "#test/support/recorded-program.ts";
import { registerArmy } from "#test/support/register-army.ts";
import { agentIsUp, installScriptedAgent, notesOf } from "#test/support/scripted-agents.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal, ovldOnTerminal, type Terminal } from "#test/support/terminal.ts";
import { verifying } from "#test/support/verifies.ts";

const execute = promisify(execFile);
const here = { skip: without("zellij"), timeout: 180_000 };
const WAIT = { timeout: 20_000, interval: 100 };
const verifies = verifying(here);
const live = (name: string, work: () => Promise<void>) =>
  test(name, { timeout: here.timeout }, async (context) => {
    skipFor(context, here.skip);
    await work();
  });

async function fixture(): Promise<TemporaryArmy> {
  const army = await temporaryArmy();
  await installScriptedAgent(army);
  return army;
}

/** Sets the language in the user's settings. */
async function configureJapanese(army: TemporaryArmy): Promise<void> {
  await mkdir(army.paths.home, { recursive: true });
  await writeFile(army.paths.config, 'lang = "ja"\n');
}

interface ListedPane {
  id: number;
  is_plugin: boolean;
  title: string;
  tab_name: string;
  terminal_command: string;
  pane_columns: number;
  pane_rows: number;
}

async function panes(army: TemporaryArmy, session: string): Promise<ListedPane[]> {
  const { stdout } = await execute("zellij", ["--session", session, "action", "list-panes", "--json"], {
    env: army.env,
  });
  return (JSON.parse(stdout) as ListedPane[]).filter((pane) => !pane.is_plugin);
}

describe("in the background", () => {
  verifies("cli:summon:new", "a session named after the directory, each role with its own ritual", async () => {
    await using army = await fixture();
    const summoned = await army.ovld(["summon", "--detach"]);
    expect(summoned, summoned.stderr).toMatchObject({ status: 0, stderr: "" });
    expect(summoned.stdout).toMatch(/Summoning ovld-project: 6 roles on zellij\n/);
    const listed = await panes(army, "ovld-project");
    expect(listed.map(({ tab_name, title }) => `${tab_name}/${title}`)).toEqual(overlordPanes);
    expect(listed[0]?.pane_columns).toBeLessThan(listed[1]?.pane_columns ?? 0);
    expect(listed.at(-1)?.terminal_command).toMatch(/main\.cjs dashboard --session ovld-project --lang en$/);
    for (const role of roles) {
      const { argv, typed, directory } = await notesOf(army, role);
      expect(typed, role).toBe(`${(await readFile(`rituals/${role}.md`, "utf8")).trimEnd()}\r`);
      expect(directory).toBe(army.project);
      const mcp = join(army.paths.sessions, "ovld-project", "relay", "mcp", `${role}.json`);
      expect(argv.slice(0, 2)).toEqual(["--mcp-config", mcp]);
      expect(argv).toContain("mcp__ovld-relay__*");
      expect(argv).not.toContain("--dangerously-skip-permissions");
      expect(JSON.parse(await readFile(mcp, "utf8")).mcpServers["ovld-relay"]).toEqual({
        type: "stdio",
        command: process.execPath,
        args: [resolve("dist/main.cjs"), "relay"],
        env: {
          OVLD_ROLE: role,
          OVLD_RELAY_DIR: join(army.paths.sessions, "ovld-project", "relay"),
          OVLD_SESSION: "ovld-project",
        },
        alwaysLoad: true,
      });
    }
    const registered = JSON.parse((await army.ovld(["status", "--all", "--json"])).stdout);
    expect(registered).toMatchObject([
      { name: "ovld-project", state: "running", directory: army.project, multiplexer: "zellij" },
    ]);
    expect(Object.keys(registered[0].panes).sort()).toEqual([...roles].sort());
    expect(await army.ovld(["unsummon", "--force"])).toMatchObject({
      status: 0,
      stdout: "ovld-project is unsummoned.\n",
    });
    await expectNothingLeft(army);
  });

  verifies("zellij:relay:init", "creates the store and every role's MCP file under ~/.config/ovld/relay", async () => {
    await using army = await fixture();
    const before = join(army.folder, "before");
    const copy = `case "$*" in *--create-background*) cp -RL '${army.paths.relay}/' '${before}' ;; esac`;
    await recordProgram(army, "zellij", copy);
    await army.ovld(["summon", "--detach", "--no-rituals"]);
    // Checks a copy from right before zellij starts the session, and the current state.
    for (const relay of [before, army.paths.relay])
      for (const role of roles) {
        const mcp = JSON.parse(await readFile(join(relay, "mcp", `${role}.json`), "utf8"));
        expect(mcp.mcpServers["ovld-relay"].env).toMatchObject({ OVLD_ROLE: role, OVLD_SESSION: "ovld-project" });
        expect(existsSync(join(relay, "inbox", role)), role).toBe(true);
        expect(existsSync(join(relay, "status", `${role}.json`)), role).toBe(true);
      }
    await army.ovld(["unsummon", "--force"]);
  });

  verifies("zellij:layout:dashboard", "one pane, in which ovld dashboard shows this army", async () => {
    await using army = await fixture();
    await army.ovld(["summon", "--detach", "--no-rituals"]);
    const [pane, ...more] = (await panes(army, "ovld-project")).filter(({ tab_name }) => tab_name === "dashboard");
    expect(more).toEqual([]);
    expect(pane?.terminal_command).toMatch(/main\.cjs dashboard --session ovld-project --lang en$/);
    const look = `zellij --session ovld-project action dump-screen --pane-id terminal_${pane?.id}`;
    await vi.waitFor(async () => expect((await army.shell(look)).stdout).toMatch(/ovld-project +running/), WAIT);
    await army.ovld(["unsummon", "--force"]);
  });

  verifies("cli:status:active", "name, state and the hierarchy with the status of each role", async () => {
    await using army = await fixture();
    await army.ovld(["summon", "--detach", "--no-rituals"]);
    const stdout = await vi.waitFor(async () => {
      const { stdout: shown } = await army.ovld(["status"]);
      expect(shown.match(/ ready\n/g)).toHaveLength(6);
      return shown;
    }, WAIT);
    expect(stdout).toMatch(/^ovld-project {2}running {2}zellij {2}/);
    expect(stdout).toMatch(
      /👑 Overlord +overlord +command +rank 1 +idle +ready\n└─ ⚔ Strategist +strategist +command +rank 2 +idle +ready\n/,
    );
    for (const king of roles.slice(2))
      expect(stdout).toMatch(new RegExp(`[├└]─ \\S+ \\w+ +${king} +execution +rank 3 +idle`));
    // An entry in the registry without a session.
    await registerArmy(army, "ovld-other", army.home);
    expect((await army.ovld(["status"], { cwd: army.home })).stdout).toMatch(/^ovld-other {2}gone {2}tmux {2}/);
    await configureJapanese(army);
    const { stdout: japanese } = await army.ovld(["status"]);
    expect(japanese).toMatch(/^ovld-project {2}稼働中 {2}zellij {2}/);
    expect(japanese).toMatch(/👑 魔王 \(Overlord\) +overlord +司令層/);
    await army.ovld(["unsummon", "--force"]);
  });

  verifies("cli:status:all", "name, directory and start time of every session", async () => {
    await using army = await fixture();
    await army.ovld(["summon", "--detach", "--no-rituals"]);
    // An entry in the registry without a session.
    await registerArmy(army, "ovld-other", army.home);
    const entries = JSON.parse((await army.ovld(["status", "--all", "--json"])).stdout) as { started: string }[];
    const inTokyo = ({ started }: { started: string }) =>
      new Date(Date.parse(started) + 9 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
    const [first, second] = entries.map(inTokyo);
    const { stdout } = await army.ovld(["status", "--all"], { env: { TZ: "Asia/Tokyo" } });
    expect(stdout.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
      ["ovld-project", "running", army.project, first, "zellij"],
      ["ovld-other", expect.any(String), army.home, second, "tmux"],
      [""],
    ]);
    await army.ovld(["unsummon", "--force"]);
  });

  verifies("cli:unsummon:cwd", "without a name: the session of the current directory", async () => {
    await using army = await fixture();
    const inside = join(army.project, "inside");
    await mkdir(inside);
    await army.ovld(["summon", "--detach", "--no-rituals"]);
    await army.ovld(["summon", "--detach", "--no-rituals"], { cwd: army.home });
    for (const cwd of [army.folder, inside])
      expect((await army.ovld(["unsummon", "--force"], { cwd })).status, cwd).toBe(5);
    expect((await army.ovld(["unsummon", "--force"])).stdout).toBe("ovld-project is unsummoned.\n");
    expect(await zellijSessions(army)).toMatch(/^ovld-home \[.*\]\s*$/);
    await army.ovld(["unsummon", "--force"], { cwd: army.home });
    await expectNothingLeft(army);
  });

  verifies("zellij:relay:cleanup", "unsummon removes the relay store", async () => {
    await using army = await fixture();
    await army.ovld(["summon", "--detach", "--no-rituals"]);
    await army.ovld(["send", "storm", "x"]);
    await army.ovld(["unsummon", "--force"]);
    await expectNothingLeft(army);
  });

  verifies("ritual:skip", "--no-rituals types nothing, not even from a background process", async () => {
    await using army = await fixture();
    await army.ovld(["summon", "--detach", "--no-rituals"]);
    await expectNoRituals(army);
    await army.ovld(["unsummon", "--force"]);
  });

  verifies("cli:summon:new", "in Japanese: words and rituals, a project's own ritual first", async () => {
    await using army = await fixture();
    await mkdir(join(army.project, "rituals"));
    await writeFile(join(army.project, "rituals", "storm.md"), "# 自前の疾風\n");
    await configureJapanese(army);
    const { stdout } = await army.ovld(["summon", "--detach"]);
    expect(stdout).toMatch(/ovld-project を召喚します/);
    expect(stdout).toContain(`儀式: ${join(army.project, "rituals")}`);
    expect((await notesOf(army, "storm")).typed).toBe("# 自前の疾風\r");
    expect((await notesOf(army, "inferno")).typed).toBe(
      `${(await readFile("rituals/ja/inferno.md", "utf8")).trimEnd()}\r`,
    );
    expect((await army.ovld(["status"])).stdout).toMatch(/👑 魔王 \(Overlord\) +overlord +司令層/);
    expect((await army.ovld(["unsummon", "--force"])).stdout).toBe("ovld-project を還送しました。\n");
  });

  live("the method `launch` passes the ritual as an argument and types nothing", async () => {
    await using army = await fixture();
    await army.ovld(["summon", "--detach"], { env: { OVLD_RITUALS_METHOD: "launch" } });
    const { argv, typed } = await notesOf(army, "shadow");
    expect(argv.at(-1)).toBe(await readFile("rituals/shadow.md", "utf8"));
    expect(typed).toBe("");
    await army.ovld(["unsummon", "--force"]);
  });

  verifies("cli:unsummon:all", "two armies in two directories never mix, and --all ends both", async () => {
    await using army = await fixture();
    const other = join(army.folder, "other", "project");
    await mkdir(other, { recursive: true });
    const both = await Promise.all([
      army.ovld(["summon", "--detach", "--no-rituals"]),
      army.ovld(["summon", "--detach", "--no-rituals"], { cwd: other }),
    ]);
    expect(both.map(({ status, stderr }) => [status, stderr])).toEqual([
      [0, ""],
      [0, ""],
    ]);
    const sessions = JSON.parse((await army.ovld(["status", "--all", "--json"])).stdout) as {
      name: string;
      state: string;
      directory: string;
    }[];
    expect(sessions.map(({ name, state }) => [name, state]).sort()).toEqual([
      ["ovld-project", "running"],
      ["ovld-project-2", "running"],
    ]);
    await army.ovld(["send", "storm", "only here"]);
    expect((await army.ovld(["inbox", "storm"], { cwd: other })).stdout).toBe("No unread mail.\n");
    const calls = await recordProgram(army, "zellij");
    const ended = await army.ovld(["unsummon", "--all", "--force", "--json"]);
    const names = sessions.map(({ name }) => name);
    expect(JSON.parse(ended.stdout)).toMatchObject(names.map((session) => ({ session, dismissed: true })));
    expect(endings(await calls())).toEqual(
      names.flatMap((name) => [`kill-session ${name}`, `delete-session ${name} --force`]),
    );
    for (const name of names) await expectNothingLeft(army, name);
  });

  verifies("zellij:exists:list-sessions", "a foreign session keeps its name, and summon takes the next", async () => {
    await using army = await fixture();
    await execute("zellij", ["attach", "--create-background", "ovld-project"], { env: army.env });
    const summoned = await army.ovld(["summon", "--detach", "--no-rituals"]);
    expect(summoned.stdout).toContain("Summoning ovld-project-2:");
    expect((await army.ovld(["summon", "--detach"])).stdout).toBe("ovld-project-2 is already running.\n");
    await army.ovld(["unsummon", "--force"]);
    expect(await zellijSessions(army)).toMatch(/^ovld-project \[/m);
  });

  verifies("zellij:exists:list-sessions", "a killed session is an orphan although a longer name runs", async () => {
    await using army = await fixture();
    await army.ovld(["summon", "--detach", "--no-rituals"]);
    // A query of the watcher would make the next server panic, and its client wait without end (zellij 0.45.1).
    const watchers = programsIn(army.home).filter(({ argv }) => argv.includes("watch"));
    for (const pid of [...watchers.map(({ pid }) => pid), ...serversOf("zellij", army)]) process.kill(pid, "SIGKILL");
    await expectNoProcesses(army);
    await execute("zellij", ["attach", "--create-background", "ovld-project-x"], { env: army.env, timeout: 20_000 });
    expect(JSON.parse((await army.ovld(["status", "--json"])).stdout)).toMatchObject({ state: "orphan" });
    const again = await army.ovld(["summon", "--detach", "--no-rituals"]);
    expect(again.stdout).toMatch(/ovld-project had ended; ovld removed what was left of it/);
    expect(JSON.parse((await army.ovld(["status", "--json"])).stdout)).toMatchObject({ state: "running" });
    await army.ovld(["unsummon", "--force"]);
    expect(await zellijSessions(army)).toMatch(/^ovld-project-x \[.*\]\s*$/);
    await army.shell("zellij delete-session ovld-project-x --force");
    await expectNothingLeft(army);
  });

  live("Ctrl-C at any moment of summon leaves nothing, and the next summon works", async () => {
    await using army = await fixture();
    for (const delay of [0, 60, 120, 180, 250, 350, 500, 800, 1200, 2000]) {
      const child = spawn(process.execPath, [resolve("dist/main.cjs"), "summon", "--detach"], {
        env: army.env,
        cwd: army.project,
        stdio: "ignore",
      });
      await new Promise((done) => setTimeout(done, delay + 80));
      child.kill("SIGINT");
      const status = await new Promise((done) => child.on("close", (code, signal) => done(code ?? signal)));
      expect([130, "SIGINT"], `after ${delay} ms`).toContain(status);
      await expectNothingLeft(army);
    }
    expect((await army.ovld(["summon", "--detach", "--no-rituals"])).status).toBe(0);
    await army.ovld(["unsummon", "--force"]);
  });

  live("odd directories work: Japanese, very long, quotes and spaces, through a symlink", async () => {
    await using army = await fixture();
    for (const name of ["プロジェクト", "x".repeat(200), `it's a "test" $HOME`]) {
      const directory = join(army.folder, name);
      await mkdir(directory);
      await symlink(directory, join(army.folder, "link"));
      const { status, stderr } = await army.ovld(["summon", "--detach", "--no-rituals"], {
        cwd: join(army.folder, "link"),
      });
      expect({ status, stderr }, name).toEqual({ status: 0, stderr: "" });
      await vi.waitFor(async () => expect((await notesOf(army, "storm", directory)).directory).toBe(directory), {
        timeout: 20_000,
      });
      expect((await army.ovld(["unsummon", "--force"], { cwd: directory })).status).toBe(0);
      await rm(join(army.folder, "link"));
    }
  });
});

/**
 * Summons an army without rituals on a terminal. Resolves when its tabs are shown, its last agent is running and summon
 * sends no more commands to zellij: quitting a session during a command leaves the session running (zellij 0.45.1).
 */
async function summonHere(army: TemporaryArmy): Promise<Terminal> {
  const terminal = await openTerminal(ovldOnTerminal("summon", "--no-rituals"), { cwd: army.project, env: army.env });
  await terminal.sees("battlefield");
  await vi.waitFor(async () => expect((await notesOf(army, "storm")).pid).toBeGreaterThan(0), { timeout: 20_000 });
  const { record } = sessionPaths(army.paths, "ovld-project");
  await vi.waitFor(async () => expect(await readFile(record, "utf8")).toContain("terminal_"), { timeout: 20_000 });
  return terminal;
}

/**
 * Expects that nothing was typed to any role. Typing Storm's ritual takes longer than a background process of `summon`
 * would need to type to the first role.
 */
async function expectNoRituals(army: TemporaryArmy): Promise<void> {
  await agentIsUp(army, "storm");
  expect(await army.ovld(["ritual", "storm"])).toMatchObject({ status: 0, stderr: "" });
  const storm = `${(await readFile("rituals/storm.md", "utf8")).trimEnd()}\r`;
  for (const role of roles) expect((await notesOf(army, role)).typed, role).toBe(role === "storm" ? storm : "");
}

/** The commands that end and delete a session. */
const ENDINGS = ["kill-session ovld-project", "delete-session ovld-project --force"];

/** The calls that end or delete a session, in order and without duplicates. */
function endings(calls: readonly Call[]): string[] {
  const lines = calls
    .filter(({ argv: [command = ""] }) => /^(kill|delete)/.test(command))
    .map(({ argv }) => argv.join(" "));
  return [...new Set(lines)];
}

describe("on a terminal", () => {
  verifies("zellij:exit:detach", "detaching leaves the army running; summon attaches again", async () => {
    await using army = await fixture();
    const calls = await recordProgram(army, "zellij");
    await using terminal = await summonHere(army);
    const before = (await notesOf(army, "storm")).pid;
    expect(await detach(terminal)).toBe(0);
    await terminal.sees("`ovld attach ovld-project` shows it again.");
    expect(endings(await calls())).toEqual([]);
    expect(existsSync(join(army.paths.relay, "inbox", "storm"))).toBe(true);
    await using second = await openTerminal(ovldOnTerminal("summon"), { cwd: army.project, env: army.env });
    await second.sees("battlefield");
    expect((await notesOf(army, "storm")).pid).toBe(before);
    await second.press("C-q");
    expect(await second.ended()).toBe(0);
    await second.sees("ovld-project has ended.");
    await expectNothingLeft(army);
  });

  verifies("zellij:exit:session", "quitting ends and forgets the session, also an EXITED one", async () => {
    await using army = await fixture();
    await mkdir(join(army.home, ".config", "zellij"), { recursive: true });
    await writeFile(join(army.home, ".config", "zellij", "config.kdl"), "serialization_interval 1\n");
    const calls = await recordProgram(army, "zellij");
    await using terminal = await summonHere(army);
    const saved = async () => (await readdir(army.home, { recursive: true })).join("\n");
    await vi.waitFor(async () => expect(await saved()).toContain("ovld-project/session-layout.kdl"), {
      timeout: 60_000,
    });
    await terminal.press("C-q");
    expect(await terminal.ended()).toBe(0);
    expect(endings(await calls())).toEqual(ENDINGS);
    await expectNothingLeft(army);
  });

  live("typing the rituals continues after the user detaches", async () => {
    await using army = await fixture();
    await using terminal = await openTerminal(ovldOnTerminal("summon"), { cwd: army.project, env: army.env });
    await terminal.sees("battlefield");
    await vi.waitFor(async () => expect((await notesOf(army, "overlord")).typed).toMatch(/\r$/), { timeout: 30_000 });
    expect(await detach(terminal)).toBe(0);
    await vi.waitFor(async () => expect((await notesOf(army, "storm")).typed).toMatch(/\r$/), { timeout: 60_000 });
    for (const role of roles)
      expect((await notesOf(army, role)).typed, role).toBe(
        `${(await readFile(`rituals/${role}.md`, "utf8")).trimEnd()}\r`,
      );
    await army.ovld(["unsummon", "--force"]);
    await expectNothingLeft(army);
  });

  verifies("ritual:skip", "with --no-rituals on a terminal nothing is typed", async () => {
    await using army = await fixture();
    await using terminal = await summonHere(army);
    await expectNoRituals(army);
    await army.ovld(["unsummon", "--force"]);
    await terminal.ended();
  });

  verifies("zellij:exit:relay", "quitting cleans the relay store", async () => {
    await using army = await fixture();
    await using terminal = await summonHere(army);
    const quietly = { env: { ...army.env, PATH: "" } };
    expect((await army.ovld(["send", "storm", "x"], quietly)).status).toBe(0);
    await terminal.press("C-q");
    expect(await terminal.ended()).toBe(0);
    await expectNothingLeft(army);
  });

  verifies("zellij:exit:failure", "a kill or delete that fails is ignored, and summon exits 0", async () => {
    await using army = await fixture();
    const calls = await recordProgram(army, "zellij", 'case "$1" in kill-session|delete-session) exit 1 ;; esac');
    await using terminal = await summonHere(army);
    await terminal.press("C-q");
    expect(await terminal.ended()).toBe(0);
    expect(endings(await calls())).toEqual(ENDINGS);
    await terminal.sees("ovld-project has ended.");
    expect(await terminal.screen()).not.toContain("could not be unsummoned");
    expect(existsSync(sessionPaths(army.paths, "ovld-project").folder)).toBe(false);
  });

  for (const [what, line] of [
    ["still lists it", "echo 'ovld-project [Created 3s ago]'; exit 0"],
    ["does not answer", "echo 'no answer' >&2; exit 1"],
  ])
    live(`a session that the user quit is removed although zellij, while exiting, ${what}`, async () => {
      await using army = await fixture();
      const real = findProgram("zellij", process.env.PATH);
      // Faults three queries after the client's exit, because the army's own programs query zellij too.
      const faults = [1, 2, 3].map((count) => `'${join(army.folder, `fault-${count}`)}'`);
      const script = [
        "#!/bin/sh",
        `case "$*" in *--new-session-with-layout*) '${real}' "$@"; code=$?; touch ${faults.join(" ")}; exit $code ;; esac`,
        `if [ "$1" = list-sessions ] && { ${faults.map((fault) => `rm ${fault}`).join(" || ")}; } 2>/dev/null; then ${line}; fi`,
        `exec '${real}' "$@"`,
      ];
      await writeFile(join(army.folder, "bin", "zellij"), script.join("\n"), { mode: 0o755 });
      await using terminal = await summonHere(army);
      await terminal.press("C-q");
      expect(await terminal.ended()).toBe(0);
      expect(await terminal.screen()).not.toContain("ovld-project keeps running");
      await expectNothingLeft(army);
    });

  live("an army whose mail cannot be archived stays, also after the user quits it, until archiving works", async () => {
    await using army = await fixture();
    await using terminal = await summonHere(army);
    await army.ovld(["send", "storm", "unread"]);
    await writeFile(army.paths.history, "");
    await terminal.press("C-q");
    await terminal.sees(army.paths.history);
    expect(await terminal.ended()).toBe(0);
    expect(await army.ovld(["unsummon", "--force"])).toMatchObject({
      status: exitStatus.store,
      stderr: expect.stringContaining(army.paths.history),
    });
    expect(JSON.parse((await army.ovld(["inbox", "storm", "--json"])).stdout)).toMatchObject([{ subject: "unread" }]);
    await rm(army.paths.history);
    expect((await army.ovld(["unsummon", "--force"])).status).toBe(0);
    await expectNothingLeft(army);
    expect((await army.ovld(["log", "--json"])).stdout).toContain("unread");
  });

  live("an army whose multiplexer is not installed stays unchanged", async () => {
    await using army = await fixture();
    await army.ovld(["summon", "--detach", "--no-rituals"]);
    const without = await army.shell("OVLD_PROGRAMS_ZELLIJ=/nowhere/zellij ovld unsummon --force");
    expect(without).toMatchObject({ status: exitStatus["missing-program"], stdout: "" });
    expect(without.stderr).toMatch(/^ovld: ovld-project could not be unsummoned: .*\n {2}.+\n$/);
    expect(JSON.parse((await army.ovld(["status", "--json"])).stdout)).toMatchObject({ state: "running" });
    expect((await army.ovld(["unsummon", "--force"])).status).toBe(0);
    await expectNothingLeft(army);
  });

  verifies("cli:unsummon:force", "asks on a terminal: no changes nothing, yes ends the army", async () => {
    await using army = await fixture();
    await army.ovld(["summon", "--detach", "--no-rituals"]);
    expect(await army.ovld(["unsummon"])).toMatchObject({ status: 2, stderr: expect.stringContaining("--force") });
    expect(JSON.parse((await army.ovld(["status", "--json"])).stdout)).toMatchObject({ state: "running" });
    await using no = await openTerminal(ovldOnTerminal("unsummon"), { cwd: army.project, env: army.env });
    await no.sees("Unsummon ovld-project?");
    await no.type("n");
    await no.press("Enter");
    await no.sees("Nothing was changed.");
    expect(JSON.parse((await army.ovld(["status", "--json"])).stdout)).toMatchObject({ state: "running" });
    await using yes = await openTerminal(ovldOnTerminal("unsummon"), { cwd: army.project, env: army.env });
    await yes.sees("Unsummon ovld-project?");
    await yes.type("y");
    await yes.press("Enter");
    await yes.sees("ovld-project is unsummoned.");
    await expectNothingLeft(army);
    await army.ovld(["summon", "--detach", "--no-rituals"]);
    const forced = ovldOnTerminal("unsummon", "--force");
    await using unasked = await openTerminal(forced, { cwd: army.project, env: army.env });
    expect(await unasked.ended()).toBe(0);
    expect((await unasked.screen()).trim()).toBe("ovld-project is unsummoned.");
    await expectNothingLeft(army);
  });

  live("summon refuses to start inside a multiplexer and suggests --detach", async () => {
    await using army = await fixture();
    await using terminal = await openTerminal([process.execPath, resolve("dist/main.cjs"), "summon"], {
      cwd: army.project,
      env: army.env,
    });
    await terminal.sees("this terminal already runs inside tmux");
    await terminal.sees("ovld summon --detach");
    expect(await terminal.ended()).toBe(2);
  });
});

describe("checks first", () => {
  const untouched = async (army: TemporaryArmy) => {
    expect(await zellijSessions(army)).toBe("");
    expect((await readdir(army.paths.home).catch(() => [])).filter((name) => name !== "sessions")).toEqual([]);
  };

  live("summon without a terminal reports the reason and the next step", async () => {
    await using army = await fixture();
    expect(await army.ovld(["summon"])).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringMatching(/not a terminal.*\n {2}Use `ovld summon --detach`/),
    });
    await untouched(army);
  });

  live("a missing agent, multiplexer, ritual or directory is reported before anything is made", async () => {
    await using army = await fixture();
    const missing = await army.ovld(["summon", "--detach"], { env: { OVLD_PROGRAMS_CLAUDE: "no-such-claude" } });
    expect(missing).toMatchObject({ status: 4, stderr: expect.stringMatching(/no-such-claude is not installed/) });
    const multiplexer = await army.ovld(["summon", "--detach"], {
      env: { OVLD_PROGRAMS_ZELLIJ: "no-such-zellij", OVLD_MULTIPLEXER: "zellij" },
    });
    expect(multiplexer).toMatchObject({ status: 4, stderr: expect.stringMatching(/no-such-zellij is not installed/) });
    await mkdir(army.paths.formations, { recursive: true });
    const text = await readFile("formations/overlord.toml", "utf8");
    await writeFile(
      join(army.paths.formations, "mine.toml"),
      text.replace('id = "storm"', 'id = "storm"\nritual = "gone.md"'),
    );
    const ritual = await army.ovld(["summon", "--detach", "--formation", "mine"]);
    expect(ritual).toMatchObject({ status: 5, stderr: expect.stringMatching(/the ritual .*gone\.md does not exist/) });
    await rm(army.paths.formations, { recursive: true });
    const deleted = await army.shell("mkdir gone && cd gone && rmdir ../gone && ovld summon --detach");
    expect(deleted).toMatchObject({ status: 5, stderr: expect.stringMatching(/gone does not exist/) });
    await untouched(army);
  });

  verifies("cli:unsummon:none", "an error in the configured language when this directory has no army", async () => {
    await using army = await fixture();
    await registerArmy(army, "ovld-other", army.home);
    expect(await army.ovld(["unsummon", "--force"])).toMatchObject({
      status: 5,
      stderr: expect.stringMatching(/no army is registered for/),
    });
    const flagged = await army.ovld(["unsummon", "--force", "--lang", "ja"]);
    await configureJapanese(army);
    for (const told of [flagged, await army.ovld(["unsummon", "--force"])])
      expect(told).toMatchObject({ status: 5, stderr: expect.stringMatching(/登録された軍はありません/) });
  });

  verifies("cli:status:none", "reports that no army is running, and how to summon one, in both languages", async () => {
    await using army = await fixture();
    await registerArmy(army, "ovld-other", army.home);
    expect((await army.ovld(["status"])).stdout).toBe(
      "No army is running in this directory.\nUse `ovld summon` to summon one.\n",
    );
    await configureJapanese(army);
    expect((await army.ovld(["status"])).stdout).toMatch(/軍はありません。\n.*ovld summon/);
  });
});
