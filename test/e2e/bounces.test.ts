import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { sessionPaths } from "#home/paths.ts";
import { multiplexerKinds } from "#multiplexer/multiplexer.ts";
import { fileRelayStore } from "#store/files/relay-store.ts";
import type { RelayStore } from "#store/relay-store.ts";
import { processesWith } from "#test/claude/agent-processes.ts";
import { clientOf, relayCommand } from "#test/relay/built.ts";
import { closePane } from "#test/support/close-pane.ts";
import { serversOf } from "#test/support/multiplexer-servers.ts";
import { expectNothingLeft } from "#test/support/nothing-left.ts";
import { agentIsUp, notesOf, withRelay } from "#test/support/scripted-agents.ts";
import { scriptedArmies, summonScripted } from "#test/support/scripted-army.ts";
import type { TemporaryArmy } from "#test/support/temporary-army.ts";

const WAIT = { timeout: 60_000, interval: 100 };

for (const kind of multiplexerKinds) {
  const live = scriptedArmies(kind, withRelay);

  live(
    "mail to a dead agent is bounced once to the user or to a dead sender, also without a running watcher",
    async (army) => {
      await summonScripted(army, kind);
      const store = storeOf(army);
      await killed(army, "dashboard");
      await killed(army, "watch");
      const { stdout } = await army.ovld(["send", "storm", "Fix the page", "--json"]);
      const { id } = JSON.parse(stdout) as { id: string };
      // Dashboard and watcher were killed, so only `send` can have started this watcher.
      await vi.waitUntil(() => running(army, "watch").length === 1, WAIT);
      const other = await put(store, "shadow", "storm");

      for (const role of ["shadow", "storm"]) process.kill((await notesOf(army, role)).pid, "SIGKILL");
      await vi.waitFor(async () => expect(await toldOf(store, id)).toEqual(["user"]), WAIT);
      await vi.waitFor(async () => expect(await toldOf(store, other)).toEqual(["shadow"]), WAIT);
      expect((await army.ovld(["status"])).stdout).toContain("Unread mail for you: 1. Read it with `ovld inbox`.");
      expect((await army.ovld(["status", "--lang", "ja"])).stdout).toContain(
        "あなた宛ての未読メッセージが 1 通あります",
      );
      const inbox = (await army.ovld(["inbox"])).stdout;
      expect(inbox).toMatch(/Not read: Fix the page[\s\S]*The agent of storm has ended/);
      expect((await army.ovld(["status"])).stdout).not.toContain("Unread mail for you");

      // The relay of a restarted agent does not bounce mail again.
      const { pid } = await notesOf(army, "storm");
      await army.ovld(["restart", "storm", "--force"]);
      await agentIsUp(army, "storm", pid);
      const fresh = await put(store, "user", "glacier");
      process.kill((await notesOf(army, "glacier")).pid, "SIGKILL");
      await vi.waitFor(async () => expect(await toldOf(store, fresh)).toEqual(["user"]), WAIT);
      expect([await toldOf(store, id), await toldOf(store, other)]).toEqual([["user"], ["shadow"]]);

      const last = await put(store, "user", "inferno");
      for (const server of serversOf(kind, army)) process.kill(server, "SIGKILL");
      await vi.waitFor(async () => expect(await toldOf(store, last)).toEqual(["user"]), WAIT);
      await vi.waitUntil(() => running(army, "watch").length === 0, WAIT);
      await army.ovld(["unsummon", "--force"]);
      await expectNothingLeft(army);
    },
  );

  live(
    "unread mail is bounced once at its deadline, with or without a running relay beside the watcher",
    async (army) => {
      Object.assign(army.env, { OVLD_WATCH_MAIL: "wait", OVLD_DELIVERY_DEADLINE: "15" });
      await summonScripted(army, kind);
      const store = storeOf(army);
      process.kill((await notesOf(army, "storm")).pid, "SIGKILL");
      await vi.waitFor(async () => expect((await army.ovld(["status"])).stdout).toContain("it ended"), WAIT);
      const sent = Date.now();
      const mail: { id: string; from: string }[] = [];
      for (const to of ["storm", "inferno", "glacier", "overlord"])
        for (const from of ["user", "shadow", "user"]) mail.push({ from, id: await put(store, from, to) });
      for (const { id, from } of mail)
        await vi.waitFor(async () => expect(await toldOf(store, id)).toEqual([from]), WAIT);
      expect(Date.now() - sent).toBeGreaterThanOrEqual(15_000);
      const states = async () =>
        (await store.mail.all()).filter(({ id }) => mail.some((one) => one.id === id)).map(({ state }) => state);
      await vi.waitFor(async () => expect(await states()).toEqual(mail.map(() => "bounced")), WAIT);
      for (const { id, from } of mail) expect(await toldOf(store, id)).toEqual([from]);
      await army.ovld(["unsummon", "--force"]);
      await expectNothingLeft(army);
    },
  );

  live("a sender is told immediately that an agent has died, or that its pane is closed", async (army) => {
    await summonScripted(army, kind);
    const store = storeOf(army);
    process.kill((await notesOf(army, "storm")).pid, "SIGKILL");
    expectTold(await army.ovld(["send", "storm", "Still there?"]), "storm");

    // An agent that ends before its first hook has reported no mood, so its last known mood is `starting`.
    await writeFile(join(army.folder, "bin", "claude"), '#!/bin/sh\n[ "$1" = --version ] && echo 2.1.325\nexit 3\n');
    await army.ovld(["restart", "shadow", "--force"]);
    await vi.waitFor(async () => expectTold(await army.ovld(["send", "shadow", "Already there?"]), "shadow"), WAIT);
    const told = await army.ovld(["send", "shadow", "x", "--lang", "ja"]);
    expect(told.stderr).toContain("shadow のエージェントは終了しています");

    await closePane(army, kind, "glacier");
    const overlord = await relayOf(army, "overlord");
    const order = { to: "glacier", subject: "order", body: "b" };
    const answer = await vi.waitFor(async () => {
      const answer = await overlord.call("send_message", order);
      expect(answer).toMatchObject({ isError: true });
      return answer;
    }, WAIT);
    const id = /^Stored as (\S+); do not send it again\. glacier cannot be notified: (.+)\. The message is kept/.exec(
      answer.content[0]?.text ?? "",
    )?.[1];
    expect(id, answer.content[0]?.text).toBeDefined();
    await vi.waitFor(async () => expect(await toldOf(store, id ?? "")).toEqual(["overlord"]), WAIT);
    overlord.child.kill("SIGKILL");
    await overlord.exited;
    await army.ovld(["unsummon", "--force"]);
    await expectNothingLeft(army);
  });
}

function expectTold(
  { status, stdout, stderr }: { status: number | null; stdout: string; stderr: string },
  role: string,
) {
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: expect.stringMatching(new RegExp(`^queued for ${role}: `)),
    stderr: expect.stringMatching(
      new RegExp(
        `^ovld: the message is stored, but the notification failed: the agent of ${role} has ended\n.*\`ovld restart ${role}\``,
      ),
    ),
  });
}

function storeOf(army: TemporaryArmy): RelayStore {
  return fileRelayStore(sessionPaths(army.paths, "ovld-project").relay);
}

/** Stores a message like a sender that dies before it notifies. */
async function put({ mail }: RelayStore, from: string, to: string): Promise<string> {
  const id = await mail.nextId();
  const fields = { from, to, subject: "order", body: "b", thread: id, timestamp: new Date().toISOString() };
  await mail.put({ id, ...fields, priority: "normal", state: "queued" });
  return id;
}

/** The recipients of bounces for this message. */
async function toldOf({ mail }: RelayStore, id: string): Promise<string[]> {
  return (await mail.all()).filter(({ from, body }) => from === "ovld" && body.includes(id)).map(({ to }) => to);
}

function running(army: TemporaryArmy, command: string): number[] {
  const ours = processesWith("environment", `HOME=${army.home}`);
  return processesWith("argv", command).filter((pid) => ours.includes(pid));
}

async function killed(army: TemporaryArmy, command: string): Promise<void> {
  await vi.waitUntil(() => running(army, command).length > 0, WAIT);
  for (const pid of running(army, command)) process.kill(pid, "SIGKILL");
  await vi.waitUntil(() => running(army, command).length === 0, WAIT);
}

/** A second relay of the role. */
async function relayOf(army: TemporaryArmy, role: string) {
  const { relay } = sessionPaths(army.paths, "ovld-project");
  const env = { ...army.env, OVLD_ROLE: role, OVLD_RELAY_DIR: relay, OVLD_SESSION: "ovld-project" };
  const client = clientOf(spawn(process.execPath, relayCommand, { env, stdio: ["pipe", "pipe", "pipe"] }));
  await client.initialize();
  return client;
}
