import { execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { sessionPaths } from "#config/paths.ts";
import { skipWithout } from "#test/programs.ts";
import { installScriptedAgent, notesOf, withComposer } from "#test/scripted-agents.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/temporary-army.ts";

const execute = promisify(execFile);
const WAIT = { timeout: 30_000, interval: 50 };
const LINE = "[MESSAGE from user] You have mail: call check_inbox.";

/** An army of agents that draw a composer and have no waiter: mail reaches them through their panes alone. */
async function armyWithComposers(kind: "zellij" | "tmux"): Promise<TemporaryArmy> {
  const army = await temporaryArmy();
  await installScriptedAgent(army);
  army.env.OVLD_MULTIPLEXER = kind;
  Object.assign(army.env, withComposer);
  const { status, stderr } = await army.ovld(["summon", "--detach", "--no-rituals"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const mood = join(sessionPaths(army.paths, "ovld-project").folder, "bell", "storm", "mood");
  await vi.waitFor(async () => expect(await readFile(mood, "utf8")).toMatch(/^ready /), WAIT);
  // An agent that has just become ready may still be arming its bell, and is not typed to.
  await vi.waitFor(async () => expect(Date.now() - (await stat(mood)).mtimeMs).toBeGreaterThan(2100), WAIT);
  return army;
}

async function closePane(army: TemporaryArmy, kind: "zellij" | "tmux", role: string): Promise<void> {
  const { panes } = JSON.parse((await army.ovld(["status", "--json"])).stdout) as { panes: Record<string, string> };
  const pane = panes[role] as string;
  const close = {
    zellij: ["--session", "ovld-project", "action", "close-pane", "--pane-id", pane],
    tmux: ["kill-pane", "-t", pane],
  };
  await execute(kind, close[kind], { env: army.env });
}

describe.each(["zellij", "tmux"] as const)("on %s", (kind) => {
  const live = (name: string, work: () => Promise<void>) =>
    test(name, { timeout: 180_000 }, async (context) => {
      skipWithout(context, kind);
      await work();
    });

  live("a message is announced by one line in the recipient's own pane, and a closed pane keeps it", async () => {
    await using army = await armyWithComposers(kind);
    expect((await army.ovld(["send", "storm", "Fix the page"])).stdout).toMatch(/^storm was woken by typing: /);
    expect((await notesOf(army, "storm")).submitted).toEqual([LINE]);
    for (const role of ["overlord", "strategist", "inferno", "glacier", "shadow"])
      expect((await notesOf(army, role)).submitted, role).toEqual([]);
    await closePane(army, kind, "storm");
    const sent = await vi.waitFor(async () => {
      const { stdout, stderr } = await army.ovld(["send", "storm", "Still there?"]);
      expect(stderr).toMatch(/could not be announced/);
      return stdout;
    }, WAIT);
    expect(sent).toMatch(/^queued for storm: /);
    expect(JSON.parse((await army.ovld(["inbox", "storm", "--json"])).stdout).length).toBeGreaterThanOrEqual(2);
    await army.ovld(["unsummon", "--force"]);
  });

  live("six senders at once: every line arrives whole", async () => {
    await using army = await armyWithComposers(kind);
    const sent = await Promise.all(Array.from({ length: 6 }, (_, n) => army.ovld(["send", "storm", `number ${n}`])));
    expect(sent.map(({ stdout }) => stdout)).toEqual(
      sent.map(() => expect.stringMatching(/^storm was woken by typing/)),
    );
    expect((await notesOf(army, "storm")).submitted).toEqual(sent.map(() => LINE));
    await army.ovld(["unsummon", "--force"]);
  });

  live("what a person has half typed is neither sent nor changed; in Japanese too", async () => {
    await using army = await armyWithComposers(kind);
    const { panes } = JSON.parse((await army.ovld(["status", "--json"])).stdout) as { panes: Record<string, string> };
    const type = {
      zellij: ["--session", "ovld-project", "action", "write-chars", "--pane-id", panes.storm ?? "", "考え中の下書き"],
      tmux: ["send-keys", "-l", "-t", panes.storm ?? "", "考え中の下書き"],
    };
    await execute(kind, type[kind], { env: army.env });
    const told = await vi.waitFor(async () => {
      const { stdout } = await army.ovld(["send", "storm", "x", "--lang", "ja"]);
      expect(stdout).toContain("入力");
      return stdout;
    }, WAIT);
    expect(told).toMatch(/storm/);
    for (let round = 0; round < 10; round++) await army.ovld(["send", "storm", `number ${round}`]);
    expect((await notesOf(army, "storm")).submitted).toEqual([]);
    const enter = {
      zellij: ["--session", "ovld-project", "action", "send-keys", "--pane-id", panes.storm ?? "", "Enter"],
      tmux: ["send-keys", "-t", panes.storm ?? "", "Enter"],
    };
    await execute(kind, enter[kind], { env: army.env });
    await vi.waitFor(async () => expect((await notesOf(army, "storm")).submitted).toEqual(["考え中の下書き"]), WAIT);
    await army.ovld(["unsummon", "--force"]);
  });
});
