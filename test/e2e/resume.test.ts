import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { systemClock } from "#base/clock.ts";
import { withLock } from "#base/lock.ts";
import { run } from "#base/run.ts";
import { exitStatus } from "#errors/ovld-error.ts";
import { sessionPaths } from "#home/paths.ts";
import { openRegistry } from "#home/registry.ts";
import { multiplexerKinds } from "#multiplexer/multiplexer.ts";
import { bundleProgram } from "#test/support/bundle.ts";
import { recordOf, saySomething } from "#test/support/conversations.ts";
import { serversOf } from "#test/support/multiplexer-servers.ts";
import { expectNothingLeft } from "#test/support/nothing-left.ts";
import { registerArmy } from "#test/support/register-army.ts";
import { agentIsUp, notesOf, withComposer } from "#test/support/scripted-agents.ts";
import { scriptedArmies, summonScripted } from "#test/support/scripted-army.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal, ovldOnTerminal } from "#test/support/terminal.ts";
import { openRelayStore } from "#wire.ts";

const WAIT = { timeout: 60_000, interval: 100 };
const TOLD = "[MESSAGE from user] You have mail: call check_inbox.";

for (const kind of multiplexerKinds) {
  const live = scriptedArmies(kind, withComposer);

  live("after every process was killed, --resume restores the army", async (army) => {
    await summonScripted(army, kind);
    const before = await recordOf(army);
    const pids = new Map<string, number>();
    for (const role of before.roster) pids.set(role, (await notesOf(army, role)).pid);
    const spoken = new Map([
      ["inferno", await saySomething(army, "inferno")],
      ["storm", await saySomething(army, "storm")],
    ]);
    const store = await openRelayStore(sessionPaths(army.paths, "ovld-project").relay);
    await store.status.set({
      role: "glacier",
      status: "working",
      task: "the wall",
      updated: "2026-01-01T00:00:00.000Z",
    });
    await army.ovld(["send", "glacier", "unread"]);
    await army.ovld(["send", "shadow", "taken"]);
    await takeAndDie(army, "shadow");

    await killEverything(army);
    expect(JSON.parse((await army.ovld(["status", "--json"])).stdout)).toMatchObject({ state: "orphan" });
    const plain = await army.ovld(["summon", "--detach", "--no-rituals"]);
    expect(plain).toMatchObject({
      status: 6,
      stderr: expect.stringMatching(/conversations 2, unread messages 2[\s\S]*--resume[\s\S]*--fresh/),
    });
    expect(await recordOf(army)).toEqual(before);

    const resumed = await army.ovld(["summon", "--resume", "--detach"]);
    expect(resumed, resumed.stderr).toMatchObject({ status: 0, stderr: "" });
    expect(resumed.stdout).toMatch(new RegExp(`^Resuming ovld-project: 6 roles on ${kind}\n`));
    for (const role of before.roster) {
      const { argv } = await agentIsUp(army, role, pids.get(role));
      const id = spoken.get(role);
      const fresh = (await recordOf(army)).conversations?.[role];
      expect(resumed.stdout).toContain(
        id ? `${role} is restarted and resumes` : `${role} is restarted; it has no conversation`,
      );
      expect(argv, role).toEqual(expect.arrayContaining(id ? ["--resume", id] : ["--session-id", fresh]));
      if (id) expect(fresh).toBe(id);
      else expect(fresh).not.toBe(before.conversations?.[role]);
    }
    const now = await recordOf(army);
    expect({ ...now, panes: {}, conversations: {} }).toEqual({ ...before, panes: {}, conversations: {} });
    const status = JSON.parse((await army.ovld(["status", "--json"])).stdout) as { state: string; roles: object[] };
    expect(status.state).toBe("running");
    expect(status.roles).toContainEqual(
      expect.objectContaining({ id: "glacier", status: "working", task: "the wall" }),
    );
    expect(await unread(army, "glacier")).toEqual([["unread", false]]);
    expect(await unread(army, "shadow")).toEqual([["taken", true]]);

    await vi.waitFor(async () => {
      expect((await army.ovld(["send", "inferno", "Go on"])).stdout).toMatch(/^inferno was woken by typing: /);
    }, WAIT);
    await vi.waitFor(async () => expect((await notesOf(army, "inferno")).submitted).toContain(TOLD), WAIT);
    expect(await army.ovld(["unsummon", "--force"])).toMatchObject({ status: 0 });
    await expectNothingLeft(army);
  });

  live("summon offers to resume a resting army, and restores the options of its first summon", async (army) => {
    await summonScripted(army, kind, "--autonomy", "edits", "--lang", "ja");
    const before = await recordOf(army);
    const id = await saySomething(army, "storm");
    const rest = await army.ovld(["unsummon", "--keep", "--force"]);
    expect(rest.stdout).toBe(
      "ovld-project is unsummoned; mail and conversations are kept. Use `ovld summon --resume` in its directory to resume it.\n",
    );
    expect(await processesOf(army)).toEqual([]);
    expect(await recordOf(army)).toEqual({ ...before, isResting: true });
    // A confined agent can write into its session's folder, so the record there must not raise its rights.
    const { record } = sessionPaths(army.paths, "ovld-project");
    await writeFile(
      record,
      JSON.stringify({
        ...before,
        isResting: true,
        directory: "/",
        summonedWith: { ...before.summonedWith, autonomy: "full" },
      }),
    );
    const { pid } = await notesOf(army, "storm");
    {
      await using terminal = await openTerminal(ovldOnTerminal("summon"), { cwd: army.project, env: army.env });
      await terminal.sees(/conversations: 1, unread messages: 0\. Resume it\?.*\[Y\/n\]/s);
      await terminal.press("Enter");
      await terminal.sees(/command.*battlefield/);
      const { argv } = await agentIsUp(army, "storm", pid);
      expect(argv).toEqual(expect.arrayContaining(["--resume", id, "acceptEdits"]));
      expect((await recordOf(army)).summonedWith).toEqual(before.summonedWith);
      // Killing the multiplexer ends the attached command, but removes nothing of the army.
      for (const server of serversOf(kind, army)) process.kill(server, "SIGKILL");
      await terminal.sees("The multiplexer of ovld-project has ended.");
      expect(await terminal.ended()).toBe(0);
    }
    const lost = await recordOf(army);
    expect(lost.name).toBe("ovld-project");
    expect(lost).not.toHaveProperty("isResting");
    expect(await army.ovld(["summon", "--resume", "--mux", kind, "--detach"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--mux cannot be used with --resume"),
    });
    {
      await using terminal = await openTerminal(ovldOnTerminal("summon", "--mux", kind, "--no-rituals"), {
        cwd: army.project,
        env: army.env,
      });
      await terminal.sees("[Y/n]");
      await terminal.type("n");
      await terminal.press("Enter");
      await terminal.sees(/command.*battlefield/);
      expect((await recordOf(army)).conversations?.storm).not.toBe(id);
    }
    await army.ovld(["unsummon", "--force"]);
    await expectNothingLeft(army);
    expect(await army.ovld(["summon", "--resume", "--detach"])).toMatchObject({
      status: 5,
      stderr: expect.stringContaining("no army of"),
    });
  });

  live("summon does not remove an army that ends while summon waits for the lock", async (army) => {
    await summonScripted(army, kind);
    await army.ovld(["send", "glacier", "unread"]);
    for (const [flags, status] of [
      [[], 6],
      [["--resume"], 0],
    ] as const) {
      const { waiting } = await withLock(join(army.paths.home, "summon.lock"), async () => {
        const waiting = army.ovld(["summon", "--detach", "--no-rituals", ...flags]);
        await summonLockIsAwaited(army);
        for (const server of serversOf(kind, army)) process.kill(server, "SIGKILL");
        return { waiting };
      });
      expect(await waiting).toMatchObject({ status });
      expect(await unread(army, "glacier")).toEqual([["unread", false]]);
    }
    await army.ovld(["unsummon", "--force"]);
    await expectNothingLeft(army);
  });

  live("--fresh removes the old army and starts a new one; a failed resume removes nothing", async (army) => {
    await summonScripted(army, kind);
    const before = await recordOf(army);
    await army.ovld(["send", "glacier", "unread"]);
    await army.ovld(["unsummon", "--keep", "--force"]);
    const broken = await army.ovld(["summon", "--resume", "--detach"], {
      env: { OVLD_PROGRAMS_CLAUDE: "no-such-agent" },
    });
    expect(broken.status).toBe(4);
    expect(await recordOf(army)).toEqual({ ...before, isResting: true });
    expect(await unread(army, "glacier")).toEqual([["unread", false]]);
    const fresh = await army.ovld(["summon", "--fresh", "--detach", "--no-rituals", "--mux", kind]);
    expect(fresh.stdout).toMatch(/^ovld-project had ended; ovld removed what was left of it\.\nSummoning ovld-project/);
    expect(await unread(army, "glacier")).toEqual([]);
    expect((await recordOf(army)).conversations).not.toEqual(before.conversations);
    await army.ovld(["unsummon", "--force"]);
    await expectNothingLeft(army);
    expect(existsSync(sessionPaths(army.paths, "ovld-project").folder)).toBe(false);
  });
}

async function unread(army: TemporaryArmy, role: string): Promise<[string, boolean][]> {
  const { stdout } = await army.ovld(["inbox", role, "--json"]);
  const messages = JSON.parse(stdout) as { subject: string; redelivered?: boolean }[];
  return messages.map(({ subject, redelivered = false }) => [subject, redelivered]);
}

/** Claims a role's mail in a process that is killed before it acknowledges. */
async function takeAndDie(army: TemporaryArmy, role: string): Promise<void> {
  const source = join(army.folder, "take.ts");
  const { relay } = sessionPaths(army.paths, "ovld-project");
  await writeFile(
    source,
    `import { fileRelayStore } from ${JSON.stringify(resolve("src/store/files/relay-store.ts"))};
await fileRelayStore(${JSON.stringify(relay)}).mail.take(${JSON.stringify(role)});
process.kill(process.pid, "SIGKILL");`,
  );
  const program = await bundleProgram(source, army.folder);
  await expect(run(process.execPath, [program], { timeLimit: 20_000 })).rejects.toMatchObject({
    details: { signal: "SIGKILL" },
  });
}

/** Kills every process of the army with SIGKILL, as a power cut does. */
async function killEverything(army: TemporaryArmy): Promise<void> {
  await vi.waitFor(async () => {
    const left = await processesOf(army);
    for (const pid of left) process.kill(pid, "SIGKILL");
    expect(left).toEqual([]);
  }, WAIT);
}

async function processesOf(army: TemporaryArmy): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
    if (environment.split("\0").includes(`HOME=${army.home}`)) found.push(Number(pid));
  }
  return found;
}

test("summon, doctor and unsummon keep an army whose mail cannot be read", async () => {
  await using army = await temporaryArmy();
  const { store, relay } = await registerArmy(army);
  await army.ovld(["send", "storm", "kept"]);
  const roster = join(relay, "closed", "roster.json");
  const whole = await readFile(roster, "utf8");
  for (const harm of [() => writeFile(roster, "{"), () => rm(roster)]) {
    await harm();
    expect(await army.ovld(["summon", "--detach", "--no-rituals", "--mux", "tmux"])).toMatchObject({
      status: exitStatus.store,
      stdout: "",
      stderr: expect.stringContaining("Move the army's relay folder"),
    });
    expect((await army.ovld(["doctor", "--fix"])).stdout).toContain(relay);
    expect(await army.ovld(["unsummon", "--force"])).toMatchObject({
      status: exitStatus.store,
      stderr: expect.stringContaining("Move the army's relay folder"),
    });
    await writeFile(roster, whole);
    expect((await store.mail.unread("storm")).map(({ body }) => body)).toEqual(["kept"]);
  }
});

test("unsummon does not end an army that was registered while unsummon waited for the lock", async () => {
  await using army = await temporaryArmy();
  const { session, store } = await registerArmy(army);
  const registry = openRegistry({ paths: army.paths, clock: systemClock });
  const [before] = await registry.list();
  const dismissing = await withLock(join(army.paths.home, "summon.lock"), async () => {
    const waiting = army.ovld(["unsummon", "--force"]);
    await summonLockIsAwaited(army);
    await registry.remove(session);
    await registry.add({ ...(before as NonNullable<typeof before>), started: new Date().toISOString() });
    await army.ovld(["send", "storm", "kept"]);
    return { waiting };
  });
  expect((await dismissing.waiting).status).toBe(0);
  expect(await registry.find(session)).toBeDefined();
  expect(await store.mail.countUnread("storm")).toBe(1);
});

/** Resolves when another process waits for the summon lock. */
async function summonLockIsAwaited(army: TemporaryArmy): Promise<void> {
  await vi.waitFor(async () => {
    const names = await readdir(army.paths.home);
    expect(names.filter((name) => name.includes("summon.lock") && name.endsWith(".tmp"))).toHaveLength(1);
  }, WAIT);
}
