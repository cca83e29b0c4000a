import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { systemClock } from "#base/clock.ts";
import { ownIdentity } from "#base/process-identity.ts";
import { expectNoProcesses, tmuxSessions, zellijSessions } from "#test/support/nothing-left.ts";
import { skipWithout } from "#test/support/programs.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal, ovldOnTerminal } from "#test/support/terminal.ts";

const WAIT = { timeout: 30_000, interval: 50 };

const told = {
  en: {
    order: "build a landing page",
    report: /the overlord reports: “build a landing page” is done/,
    lost: /11 messages, 0 lost/,
  },
  ja: {
    order: "ランディングページを作れ",
    report: /魔王の報告: 「ランディングページを作れ」を成し遂げた/,
    lost: /エージェント 6 体、メッセージ 11 通、消失 0/,
  },
};

/** The demo has created no ovld home, and its temporary one is removed. */
async function expectNoTrace(army: TemporaryArmy): Promise<void> {
  await expectNoProcesses(army);
  for (const sessions of [await zellijSessions(army), await tmuxSessions(army)])
    expect(sessions).not.toContain("ovld-");
  expect((await readdir(army.env.TMPDIR as string)).filter((name) => name.startsWith("ovld-"))).toEqual([]);
  expect(existsSync(army.paths.home)).toBe(false);
}

describe.each(["zellij", "tmux"] as const)("on %s", (kind) => {
  const live = (name: string, work: (army: TemporaryArmy) => Promise<void>) =>
    test(name, { timeout: 180_000 }, async (context) => {
      skipWithout(context, kind);
      await using army = await temporaryArmy();
      await work(army);
      await expectNoTrace(army);
    });

  for (const lang of ["en", "ja"] as const)
    live(`an order goes down the ranks and reports come back, without a terminal (${lang})`, async (army) => {
      const { status, stdout, stderr } = await army.ovld(["demo", "--mux", kind, "--lang", lang]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout).toMatch(told[lang].report);
      expect(stdout).toMatch(told[lang].lost);
      expect(stdout).toContain("site/button.js, site/checks.txt, site/index.html, site/style.css");
      expect(stdout.trimEnd().split("\n").slice(-4).join("\n")).toMatch(/^(Next|次は):\n( {2}ovld .*\n?){3}$/);
      expect(stdout.match(new RegExp(`→ .*${told[lang].order}`, "g"))?.length).toBe(2);
    });

  live("--kill-one kills an agent, shows its mood and its kept mail, and restarts it", async (army) => {
    const { status, stdout } = await army.ovld(["demo", "--kill-one", "--mux", kind]);
    expect(stdout).toMatch(
      /The agent of .*Shadow is killed with kill -9.*Observed mood: gone\..*Its mail is kept: 1 unread\..*\$ ovld restart shadow --force.*Shadow is back after/s,
    );
    expect(stdout).toMatch(told.en.report);
    expect(stdout).toMatch(told.en.lost);
    expect(status).toBe(0);
  });

  live("two concurrent demos each have an army of their own", async (army) => {
    const both = await Promise.all([0, 1].map(() => army.ovld(["demo", "--mux", kind])));
    for (const { status, stdout, stderr } of both) {
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout).toMatch(told.en.lost);
    }
  });

  live("Ctrl-C during the demo, once or repeatedly, leaves nothing", async (army) => {
    const { child, ended } = await inTheMiddle(army);
    for (let pressed = 0; pressed < 3; pressed++) {
      child.kill("SIGINT");
      await systemClock.wait(100);
    }
    const { status, shown } = await ended;
    expect(status).toBe(130);
    expect(shown).not.toContain("What happened");
  });

  live("purge finds a killed demo and ends its army", async (army) => {
    const { child, ended } = await inTheMiddle(army);
    child.kill("SIGKILL");
    await ended;
    const { status, stdout } = await army.ovld(["purge", "--force"]);
    expect(status).toBe(0);
    expect(stdout).toContain(`${army.paths.demos}/demo-`);
  });

  live("a killed demo that cannot be removed does not block another demo", async (army) => {
    const left = join(army.paths.demos, "demo-left");
    await mkdir(join(left, "home", "registry.json"), { recursive: true });
    const { space } = await ownIdentity();
    await writeFile(join(left, "owner.json"), JSON.stringify({ pid: 2 ** 22 + 1, space }));
    const { status, stdout } = await army.ovld(["demo", "--mux", kind]);
    expect(status).toBe(0);
    expect(stdout).toMatch(told.en.lost);
    expect(existsSync(left)).toBe(true);
    await rm(army.paths.home, { recursive: true });
  });

  async function inTheMiddle(army: TemporaryArmy) {
    const child = spawn(process.execPath, [resolve("dist/main.cjs"), "demo", "--mux", kind], {
      env: army.env,
      cwd: army.project,
    });
    let shown = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      shown += text;
    });
    const ended = new Promise<{ status: number | null; shown: string }>((done) =>
      child.on("close", (status) => done({ status, shown })),
    );
    await vi.waitFor(() => expect(shown).toMatch(/→ .*Spec: build a landing page/), WAIT);
    return { child, ended };
  }

  live("--attach attaches to the demo, and prints the summary after the user detaches", async (army) => {
    const argv = ovldOnTerminal("demo", "--attach", "--mux", kind, "a page of my own");
    await using terminal = await openTerminal(argv, { cwd: army.project, env: army.env, columns: 140 });
    await terminal.sees(/→ strategist: Spec: a page of my own/);
    await terminal.sees(/strategist: All four parts are done/);
    await terminal.press(...(kind === "zellij" ? ["C-o", "d"] : ["C-b", "d"]));
    await terminal.sees(/6 agents, 11 messages, 0 lost/);
    expect(await terminal.ended()).toBe(0);
  });

  live(
    "with --attach, a user who ends the army instead of detaching gets a report, and nothing is left",
    async (army) => {
      const argv = ovldOnTerminal("demo", "--attach", "--mux", kind);
      await using terminal = await openTerminal(argv, { cwd: army.project, env: army.env, columns: 140 });
      await terminal.sees(/→ strategist: Spec/);
      if (kind === "zellij") await terminal.press("C-q");
      else {
        await terminal.press("C-b", ":");
        await terminal.press("kill-session");
        await terminal.sees(/^:kill-session/m);
        await terminal.press("Enter");
      }
      await terminal.sees(/The overlord has not reported\..* \d+ unread/s);
      expect(await terminal.ended()).toBe(1);
    },
  );
});
