import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { sessionPaths } from "#home/paths.ts";
import { type MultiplexerKind, multiplexerKinds } from "#multiplexer/multiplexer.ts";
import { processesWith } from "#test/claude/agent-processes.ts";
import { closePane } from "#test/support/close-pane.ts";
import { serversOf } from "#test/support/multiplexer-servers.ts";
import { expectNothingLeft } from "#test/support/nothing-left.ts";
import { giveOwnClock } from "#test/support/own-clock.ts";
import { agentIsUp, notesOf, withRelay } from "#test/support/scripted-agents.ts";
import { scriptedArmies, summonScripted } from "#test/support/scripted-army.ts";
import type { TemporaryArmy } from "#test/support/temporary-army.ts";

const WAIT = { timeout: 60_000, interval: 50 };

for (const kind of multiplexerKinds) {
  const live = scriptedArmies(kind, withRelay);

  live(
    "the watcher detects the end of an agent, a relay, a pane and the multiplexer, and reports no others",
    async (army) => {
      await summon(army, kind);
      const before = await notesOf(army, "storm");
      process.kill(before.pid, "SIGKILL");
      await lost(army, "storm", { what: "agent-ended" });
      expect(await moodOf(army, "storm")).toMatchObject({
        mood: "gone",
        moodDetail: expect.stringMatching(/^it ended/),
      });

      process.kill((await notesOf(army, "glacier")).relay, "SIGKILL");
      await lost(army, "glacier", { what: "relay-ended" });
      expect(await moodOf(army, "glacier")).toMatchObject({
        mood: "ready",
        moodDetail: expect.stringContaining("relay"),
      });
      expect((await army.ovld(["dashboard", "--plain"])).stdout).toMatch(/the relay of .* has ended/);

      await closePane(army, kind, "shadow");
      await lost(army, "shadow", { what: "pane-closed" });
      expect(await moodOf(army, "shadow")).toMatchObject({ mood: "gone", moodDetail: "its pane was closed" });
      expect((await army.ovld(["dashboard", "--plain"])).stdout).toMatch(
        /the agent of .* has ended: its pane was closed/,
      );
      expect(Object.keys(await failures(army)).sort()).toEqual(["glacier", "shadow", "storm"]);

      const [first] = watchers(army);
      process.kill(first as number, "SIGKILL");
      await vi.waitUntil(() => watchers(army).some((pid) => pid !== first), WAIT);
      await vi.waitFor(
        async () => expect(Object.keys(await failures(army)).sort()).toEqual(["glacier", "shadow", "storm"]),
        WAIT,
      );

      const { at } = (await failures(army)).storm as { at: string };
      await army.ovld(["restart", "storm", "--force"]);
      process.kill((await agentIsUp(army, "storm", before.pid)).pid, "SIGKILL");
      await vi.waitFor(async () => expect((await failures(army)).storm).not.toMatchObject({ at }), WAIT);
      await lost(army, "storm", { what: "agent-ended" });

      await army.ovld(["restart", "storm", "shadow", "glacier", "--force"]);
      await vi.waitFor(async () => expect(await failures(army)).toEqual({}), WAIT);
      await vi.waitFor(async () => expect(await moodOf(army, "storm")).toMatchObject({ mood: "ready" }), WAIT);
      // `restart` clears the failures before the watcher logs that the agents are back.
      const seen = expect.arrayContaining(["agent-ended", "relay-ended", "pane-closed", "recovered"]);
      await vi.waitFor(async () => expect(await events(army)).toEqual(seen), WAIT);

      for (const server of serversOf(kind, army)) process.kill(server, "SIGKILL");
      await vi.waitFor(async () => expect(await events(army)).toContain("session-ended"), WAIT);
      await vi.waitUntil(() => watchers(army).length === 0, WAIT);
      await lost(army, "overlord", { what: "session-ended" });
      expect(await moodOf(army, "overlord")).toMatchObject({ mood: "gone", moodDetail: "its session ended" });
      await army.ovld(["unsummon", "--force"]);
      await expectNothingLeft(army);
    },
  );

  live("a watcher that was killed is replaced, relays find it, and a second one ends at once", async (army) => {
    await summon(army, kind);
    await vi.waitUntil(() => watchers(army).length === 1, WAIT);
    expect((await army.ovld(["watch"])).stdout).toBe("ovld-project is already being watched.\n");
    const [first] = watchers(army);
    process.kill(first as number, "SIGKILL");
    // The army's dashboard starts the new watcher.
    await vi.waitUntil(() => watchers(army).some((pid) => pid !== first), WAIT);
    // A relay that is killed before it reconnects is unknown to the new watcher.
    await vi.waitFor(async () => expect(await connections(army)).toBeGreaterThanOrEqual(6), WAIT);
    process.kill((await notesOf(army, "inferno")).relay, "SIGKILL");
    await lost(army, "inferno", { what: "relay-ended" });
    await army.ovld(["unsummon", "--force"]);
    await expectNothingLeft(army);
  });

  live("a forged mood of one role does not affect the other roles in watcher, status and dashboard", async (army) => {
    await summon(army, kind);
    const { folder } = sessionPaths(army.paths, "ovld-project");
    await writeFile(join(folder, "bell", "storm", "mood"), 'asking 1\n{"tool_name":"\\q"}\n');
    process.kill((await notesOf(army, "inferno")).pid, "SIGKILL");
    await lost(army, "inferno", { what: "agent-ended" });
    expect(await events(army)).not.toContain("check-failed");
    expect(await moodOf(army, "inferno")).toMatchObject({ mood: "gone" });
    expect((await army.ovld(["dashboard", "--plain"])).stdout).toMatch(/the agent of .* has ended: it ended/);
    await army.ovld(["unsummon", "--force"]);
    await expectNothingLeft(army);
  });

  live("a crashed agent is restarted as configured, also when the clock is set back meanwhile", async (army) => {
    army.env.OVLD_WATCH_RESTART = "once";
    const clock = giveOwnClock(army);
    await summon(army, kind);
    const first = await notesOf(army, "storm");
    process.kill(first.pid, "SIGKILL");
    await lost(army, "storm", { what: "agent-ended" });
    await clock.jump(-3_600_000);
    const second = await agentIsUp(army, "storm", first.pid);
    await vi.waitFor(async () => expect(await failures(army)).toEqual({}), WAIT);
    await vi.waitFor(async () => expect(await moodOf(army, "storm")).toMatchObject({ mood: "ready" }), WAIT);
    process.kill(second.pid, "SIGKILL");
    await lost(army, "storm", { what: "agent-ended" });
    expect((await events(army)).filter((event) => event === "restarted")).toHaveLength(1);
    await army.ovld(["unsummon", "--force"]);
    await expectNothingLeft(army);
  });
}

async function summon(army: TemporaryArmy, kind: MultiplexerKind): Promise<void> {
  await summonScripted(army, kind);
  await vi.waitFor(async () => expect(await connections(army)).toBeGreaterThanOrEqual(6), WAIT);
}

/** Linux only: number of relays that are connected to the watcher. */
async function connections(army: TemporaryArmy): Promise<number> {
  const socket = join(sessionPaths(army.paths, "ovld-project").folder, "watch.sock");
  const lines = (await readFile("/proc/net/unix", "utf8")).split("\n").filter((line) => line.endsWith(` ${socket}`));
  // One entry is the listening socket.
  return lines.length - 1;
}

async function failures(army: TemporaryArmy): Promise<Record<string, unknown>> {
  const { folder } = sessionPaths(army.paths, "ovld-project");
  return JSON.parse(await readFile(join(folder, "losses.json"), "utf8").catch(() => '{"losses":{}}')).losses;
}

async function lost(army: TemporaryArmy, role: string, failure: object): Promise<void> {
  await vi.waitFor(async () => expect((await failures(army))[role]).toMatchObject(failure), WAIT);
}

async function events(army: TemporaryArmy): Promise<string[]> {
  const text = await readFile(sessionPaths(army.paths, "ovld-project").watchLog, "utf8").catch(() => "");
  const lines = text.split("\n").filter(Boolean);
  return lines.map((line) => (JSON.parse(line) as { event: string }).event);
}

async function moodOf(army: TemporaryArmy, role: string): Promise<unknown> {
  const { roles } = JSON.parse((await army.ovld(["status", "--json"])).stdout) as { roles: { id: string }[] };
  return roles.find(({ id }) => id === role);
}

function watchers(army: TemporaryArmy): number[] {
  const ours = processesWith("environment", `HOME=${army.home}`);
  return processesWith("argv", "watch").filter((pid) => ours.includes(pid));
}
