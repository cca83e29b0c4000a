import { spawn } from "node:child_process";
import { chmod, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, type TestContext, test, vi } from "vitest";
import { findProgram } from "#base/find-program.ts";
import { exitStatus } from "#errors/ovld-error.ts";
import { expectNoProcesses, expectNothingLeft } from "#test/support/nothing-left.ts";
import { skipFor, without } from "#test/support/programs.ts";
import { installScriptedAgent } from "#test/support/scripted-agents.ts";
import { mountSmall } from "#test/support/small-disk.ts";
import { type Finished, type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal, ovldOnTerminal } from "#test/support/terminal.ts";

const kinds = ["zellij", "tmux"] as const;
type Kind = (typeof kinds)[number];

/** Maximum number of steps that are tried; each multiplexer call of summon is a step. */
const MOST_STEPS = 12;
const summon = ["summon", "--detach", "--no-rituals"];

async function fixture(kind: Kind): Promise<TemporaryArmy> {
  const army = await temporaryArmy();
  army.env.OVLD_MULTIPLEXER = kind;
  await installScriptedAgent(army);
  return army;
}

/** Wraps the multiplexer in a script that runs `fault` before call number `step`. */
async function installFault(army: TemporaryArmy, kind: Kind, step: number, fault: string): Promise<void> {
  const real = findProgram(kind, process.env.PATH);
  const program = join(army.folder, "bin", kind);
  const steps = join(army.folder, "steps");
  await rm(steps, { recursive: true, force: true });
  await mkdir(steps);
  // mkdir is atomic, so concurrent calls get different step numbers.
  const count = `step=1; until mkdir '${steps}'/$step 2>/dev/null; do step=$((step + 1)); done`;
  // Calls of the watcher, which summon starts, are not counted.
  const others = `case $(tr '\\0' ' ' </proc/$PPID/cmdline) in *' summon '*) ;; *) exec '${real}' "$@" ;; esac`;
  const lines = ["#!/bin/sh", others, count, `if [ $step -eq ${step} ]; then ${fault}; fi`, `exec '${real}' "$@"`];
  await writeFile(program, `${lines.join("\n")}\n`);
  await chmod(program, 0o755);
}

async function stepsOf(army: TemporaryArmy): Promise<number> {
  return (await readdir(join(army.folder, "steps"))).length;
}

/** Resolves when no summon holds a lock. */
async function unlocked(army: TemporaryArmy): Promise<void> {
  await vi.waitFor(async () => expect((await readdir(army.paths.home)).join()).not.toContain(".lock"), {
    timeout: 30_000,
  });
}

async function removeFault(army: TemporaryArmy, kind: Kind): Promise<void> {
  await rm(join(army.folder, "bin", kind));
}

async function expectNextWorks(army: TemporaryArmy): Promise<void> {
  const { status, stdout, stderr } = await army.ovld(summon);
  expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: "" });
  expect((await army.ovld(["unsummon", "--force"])).status).toBe(0);
  await expectNothingLeft(army);
}

function ended(army: TemporaryArmy): Promise<Finished & { signal: string | null }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [resolve("dist/main.cjs"), ...summon], { env: army.env, cwd: army.project });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    child.on("close", (status, signal) => done({ status, signal, stdout: "", stderr }));
  });
}

describe.each(kinds)("on %s", (kind) => {
  const missing = without(kind);
  const live = (name: string, work: (context: TestContext) => Promise<void>) =>
    test(name, { timeout: 300_000 }, async (context) => {
      skipFor(context, missing);
      await work(context);
    });

  for (const signal of ["INT", "TERM", "HUP"] as const)
    live(`SIG${signal} at each step of summon leaves nothing, and the next one works`, async () => {
      await using army = await fixture(kind);
      for (let step = 1; step <= MOST_STEPS; step++) {
        await installFault(army, kind, step, `kill -${signal} $PPID`);
        const { status, stderr } = await ended(army);
        if ((await stepsOf(army)) < step) break;
        expect(status, `step ${step}: ${stderr}`).toBe(130);
        await removeFault(army, kind);
        await expectNothingLeft(army);
      }
      await rm(join(army.folder, "bin", kind), { force: true });
      await army.ovld(["unsummon", "--force"]);
      await expectNextWorks(army);
    });

  live("Ctrl-C at each step of a summon on a terminal leaves nothing, until the army is shown", async () => {
    await using army = await fixture(kind);
    let tried = 0;
    for (let isOver = false; !isOver; tried++) {
      // A client that is just starting gets the signal too, when the army may be complete already.
      const client =
        'case "$*" in *attach-session* | *new-session-with-layout*) sleep 1; kill -INT $PPID; exit 130 ;; esac';
      await installFault(army, kind, tried + 1, `${client}; kill -INT $PPID`);
      {
        await using terminal = await openTerminal(ovldOnTerminal("summon", "--no-rituals"), {
          cwd: army.project,
          env: army.env,
        });
        const isShown = await Promise.race([terminal.ended().then(() => false), terminal.sees("battlefield")]);
        if (isShown) await unlocked(army);
        isOver = (await stepsOf(army)) <= tried;
        await removeFault(army, kind);
        if (isOver) expect((await army.ovld(["unsummon", "--force"])).status).toBe(0);
        else expect(await terminal.ended(), `step ${tried + 1}: ${await terminal.screen()}`).toBe(130);
        await terminal.ended();
      }
      await expectNothingLeft(army);
    }
    expect(tried).toBeGreaterThan(2);
  });

  live("after a server is killed at any step, summon succeeds, or reports an error and leaves nothing", async () => {
    await using army = await fixture(kind);
    for (let step = 1; step <= MOST_STEPS; step++) {
      await installFault(army, kind, step, `pkill -9 -f '${kind} --server.*${army.folder}'`);
      const { status, stderr } = await ended(army);
      const steps = await stepsOf(army);
      await removeFault(army, kind);
      if (steps < step) break;
      if (status === 0) expect((await army.ovld(["unsummon", "--force"])).status, `step ${step}`).toBe(0);
      else expect(stderr, `step ${step}`).toMatch(/^ovld: .+\n/);
      await expectNothingLeft(army);
    }
    await expectNextWorks(army);
  });

  live("a terminal that closes during summon leaves a running army, or nothing", async () => {
    await using army = await fixture(kind);
    for (const shown of [/Summoning/, "battlefield"]) {
      {
        await using terminal = await openTerminal(ovldOnTerminal("summon", "--no-rituals"), {
          cwd: army.project,
          env: army.env,
        });
        await terminal.sees(shown);
      }
      const known = async () =>
        JSON.parse((await army.ovld(["status", "--all", "--json"])).stdout) as { state: string }[];
      await unlocked(army);
      for (const { state } of await known()) {
        expect(state).toBe("running");
        const { status, stderr } = await army.ovld(["unsummon", "--force"]);
        expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      }
      await expectNothingLeft(army);
    }
    await expectNextWorks(army);
  });

  live("unsummon on a full disk ends the agents, and keeps their mail until it can be archived", async (context) => {
    await using army = await fixture(kind);
    await mkdir(army.paths.home, { recursive: true });
    // The army and the copies of the built-in rituals take almost 512 KB.
    using _ = mountSmall(context, army.paths.home, "640k");
    expect((await army.ovld(summon)).status).toBe(0);
    await army.ovld(["send", "storm", "kept"]);
    const filler = join(army.paths.home, "filler");
    await writeFile(filler, Buffer.alloc(64 * 1024 * 1024)).catch(() => {});
    expect(await army.ovld(["unsummon", "--force"])).toMatchObject({
      status: exitStatus.store,
      stderr: expect.stringMatching(
        /^ovld: ovld-project could not be unsummoned: .*(no space left|ENOSPC).*\n {2}.+\n$/i,
      ),
    });
    await expectNoProcesses(army);
    await rm(filler);
    expect(JSON.parse((await army.ovld(["inbox", "storm", "--json"])).stdout)).toMatchObject([{ subject: "kept" }]);
    expect(await army.ovld(["unsummon", "--force"])).toMatchObject({ status: 0, stderr: "" });
    await expectNothingLeft(army);
  });

  live("a full disk at each step of summon gives an error, and nothing is left", async (context) => {
    await using army = await fixture(kind);
    await mkdir(army.paths.home, { recursive: true });
    using _ = mountSmall(context, army.paths.home);
    const filler = join(army.paths.home, "..", "filler");
    const full = join(army.paths.home, "filler");
    await rm(filler, { force: true });
    const outcomes = new Set<number | null>();
    for (let free = 0; free <= 320_000; free += 8192) {
      await writeFile(full, Buffer.alloc(512 * 1024)).catch(() => {});
      await writeFile(full, Buffer.alloc(Math.max(0, 512 * 1024 - free)));
      const { status, stdout, stderr } = await army.ovld(summon);
      outcomes.add(status);
      await rm(full);
      if (status === 0) break;
      if (status === exitStatus["program-failed"]) {
        // The disk had space for the army, but not for the mood files of all agents: the army runs, with a warning.
        expect(stdout).toMatch(/^✘ \w+: .*\n(.*\n)*[0-5]\/6 ready$/m);
        await army.ovld(["unsummon", "--force"]);
      } else expect(stderr, `with ${free} bytes`).toMatch(/^ovld: .*(no space left|ENOSPC).*\n/i);
      await expectNothingLeft(army);
    }
    expect([...outcomes]).toContain(exitStatus.store);
    expect([...outcomes].at(-1)).toBe(0);
    expect(await army.ovld(["unsummon", "--force"])).toMatchObject({ status: 0, stderr: "" });
    await expectNothingLeft(army);
  });

  live("a read-only home is an error before anything starts", async (context) => {
    await using army = await fixture(kind);
    await mkdir(army.paths.home, { recursive: true });
    using disk = mountSmall(context, army.paths.home);
    disk.setReadOnly(true);
    const { status, stderr } = await army.ovld(summon);
    disk.setReadOnly(false);
    expect({ status, stderr }).toEqual({ status: 8, stderr: expect.stringMatching(/read-only/i) });
    await expectNextWorks(army);
  });

  live("the root directory can have an army", async () => {
    await using army = await fixture(kind);
    const { status, stderr } = await army.ovld(summon, { cwd: "/" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const [session] = JSON.parse((await army.ovld(["status", "--all", "--json"])).stdout) as { name: string }[];
    expect((await army.ovld(["unsummon", "--force"], { cwd: "/" })).status).toBe(0);
    await expectNothingLeft(army, session?.name);
  });

  live("ten consecutive armies leave no process, socket or file", async () => {
    await using army = await fixture(kind);
    for (let round = 0; round < 10; round++) {
      expect((await army.ovld(summon)).status, `round ${round}`).toBe(0);
      expect((await army.ovld(["unsummon", "--force"])).status, `round ${round}`).toBe(0);
    }
    await expectNothingLeft(army);
    const left = (await readdir(army.folder, { recursive: true })).filter((name) => name.includes("ovld-project"));
    expect(left.join("\n")).toBe("");
  });
});
