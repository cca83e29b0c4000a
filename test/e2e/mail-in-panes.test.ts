import { execFile, spawn } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { sessionPaths } from "#home/paths.ts";
import { clientOf, relayCommand } from "#test/relay/built.ts";
import { closePane } from "#test/support/close-pane.ts";
import { skipWithout, without } from "#test/support/programs.ts";
import { installScriptedAgent, notesOf, withComposer } from "#test/support/scripted-agents.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { verifying } from "#test/support/verifies.ts";

const execute = promisify(execFile);
const WAIT = { timeout: 30_000, interval: 50 };
const LINE = "[MESSAGE from user] You have mail: call check_inbox.";

/** An army of agents that draw a composer and have no wait hook: ovld notifies them only through their panes. */
async function armyWithComposers(kind: "zellij" | "tmux"): Promise<TemporaryArmy> {
  const army = await temporaryArmy();
  await installScriptedAgent(army);
  army.env.OVLD_MULTIPLEXER = kind;
  Object.assign(army.env, withComposer);
  const { status, stderr } = await army.ovld(["summon", "--detach", "--no-rituals"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const mood = join(sessionPaths(army.paths, "ovld-project").folder, "bell", "storm", "mood");
  await vi.waitFor(async () => expect(await readFile(mood, "utf8")).toMatch(/^ready /), WAIT);
  // An agent that has just become ready may still be starting its wait hook, so ovld does not type to it yet.
  await vi.waitFor(async () => expect(Date.now() - (await stat(mood)).mtimeMs).toBeGreaterThan(2100), WAIT);
  return army;
}

async function paneOf(army: TemporaryArmy, role: string): Promise<string> {
  const { panes } = JSON.parse((await army.ovld(["status", "--json"])).stdout) as { panes: Record<string, string> };
  return panes[role] as string;
}

/** Keys that a person presses in a role's pane. */
function keys(army: TemporaryArmy, kind: "zellij" | "tmux", role: string) {
  const press = async (words: Record<typeof kind, string[]>) => {
    const pane = await paneOf(army, role);
    const [command = "", ...rest] = words[kind];
    const commands = {
      zellij: ["--session", "ovld-project", "action", command, "--pane-id", pane, ...rest],
      tmux: [command, "-t", pane, ...rest],
    };
    await execute(kind, commands[kind], { env: army.env });
  };
  return {
    type: (text: string) => press({ zellij: ["write-chars", text], tmux: ["send-keys", "-l", text] }),
    enter: () => press({ zellij: ["send-keys", "Enter"], tmux: ["send-keys", "Enter"] }),
  };
}

/** Calls `send_message` in `ovld relay` of a role. */
async function sendAs(army: TemporaryArmy, role: string, to: string, body: string) {
  const OVLD_RELAY_DIR = sessionPaths(army.paths, "ovld-project").relay;
  const env = { ...army.env, OVLD_ROLE: role, OVLD_RELAY_DIR, OVLD_SESSION: "ovld-project" };
  const relay = clientOf(spawn(process.execPath, relayCommand, { env, stdio: ["pipe", "pipe", "pipe"] }));
  await relay.initialize();
  const answer = await relay.call("send_message", { to, subject: "s", body });
  relay.child.stdin?.end();
  await relay.exited;
  return { text: answer.content[0]?.text, isError: answer.isError };
}

describe.each(["zellij", "tmux"] as const)("on %s", (kind) => {
  const verifies = verifying({ skip: without(kind), timeout: 180_000 });
  const live = (name: string, work: () => Promise<void>) =>
    test(name, { timeout: 180_000 }, async (context) => {
      skipWithout(context, kind);
      await work();
    });

  live(
    "a message is announced by one line in the recipient's pane, and stays stored if the pane is closed",
    async () => {
      await using army = await armyWithComposers(kind);
      expect((await army.ovld(["send", "storm", "Fix the page"])).stdout).toMatch(/^storm was woken by typing: /);
      expect((await notesOf(army, "storm")).submitted).toEqual([LINE]);
      for (const role of ["overlord", "strategist", "inferno", "glacier", "shadow"])
        expect((await notesOf(army, role)).submitted, role).toEqual([]);
      await closePane(army, kind, "storm");
      const sent = await vi.waitFor(async () => {
        const { stdout, stderr } = await army.ovld(["send", "storm", "Still there?"]);
        expect(stderr).toMatch(/the notification failed/);
        return stdout;
      }, WAIT);
      expect(sent).toMatch(/^queued for storm: /);
      expect(JSON.parse((await army.ovld(["inbox", "storm", "--json"])).stdout).length).toBeGreaterThanOrEqual(2);
      await army.ovld(["unsummon", "--force"]);
    },
  );

  verifies("relay:send:no-pane", "send_message is announced in the recipient's pane, or is an error", async () => {
    await using army = await armyWithComposers(kind);
    const told = await sendAs(army, "inferno", "storm", "to a pane");
    expect(told).toMatchObject({ isError: false, text: expect.stringMatching(/delivered, woken by typing\.$/) });
    expect((await notesOf(army, "storm")).submitted).toEqual([LINE.replace("user", "inferno")]);
    await closePane(army, kind, "storm");
    const failed = await vi.waitFor(async () => {
      const answer = await sendAs(army, "inferno", "storm", "to none");
      expect(answer.isError).toBe(true);
      return answer;
    }, WAIT);
    expect(failed.text).toMatch(/^Stored as \S+; do not send it again\. storm cannot be notified: /);
    const bodies = JSON.parse((await army.ovld(["inbox", "storm", "--json"])).stdout) as { body: string }[];
    expect(bodies.map(({ body }) => body)).toEqual(expect.arrayContaining(["to a pane", "to none"]));
    await army.ovld(["unsummon", "--force"]);
  });

  live("the lines of six concurrent senders are not mixed", async () => {
    await using army = await armyWithComposers(kind);
    const sent = await Promise.all(Array.from({ length: 6 }, (_, n) => army.ovld(["send", "storm", `number ${n}`])));
    expect(sent.map(({ stdout }) => stdout)).toEqual(
      sent.map(() => expect.stringMatching(/^storm was woken by typing/)),
    );
    expect((await notesOf(army, "storm")).submitted).toEqual(sent.map(() => LINE));
    await army.ovld(["unsummon", "--force"]);
  });

  live("a draft in the pane, also a Japanese one, is neither sent nor changed", async () => {
    await using army = await armyWithComposers(kind);
    await keys(army, kind, "storm").type("考え中の下書き");
    const told = await vi.waitFor(async () => {
      const { stdout } = await army.ovld(["send", "storm", "x", "--lang", "ja"]);
      expect(stdout).toContain("入力");
      return stdout;
    }, WAIT);
    expect(told).toMatch(/storm/);
    for (let round = 0; round < 10; round++) await army.ovld(["send", "storm", `number ${round}`]);
    expect((await notesOf(army, "storm")).submitted).toEqual([]);
    await keys(army, kind, "storm").enter();
    await vi.waitFor(async () => expect((await notesOf(army, "storm")).submitted).toEqual(["考え中の下書き"]), WAIT);
    await army.ovld(["unsummon", "--force"]);
  });

  live("a ritual is not typed into a pane with a draft; it is typed after the draft is sent", async () => {
    await using army = await armyWithComposers(kind);
    const person = keys(army, kind, "storm");
    await person.type("half a thought");
    const refused = await vi.waitFor(async () => {
      const refused = await army.ovld(["ritual", "storm"]);
      expect(refused.status).toBe(7);
      return refused;
    }, WAIT);
    expect(refused.stdout).toContain(
      "storm did not get its ritual: the pane of storm cannot take its ritual yet: a user is typing in it",
    );
    expect((await army.ovld(["ritual", "storm", "--lang", "ja"])).stdout).toContain(
      "storm のペインはまだ儀式を受け取れません: ユーザーが入力中です",
    );
    expect((await notesOf(army, "storm")).submitted).toEqual([]);
    await person.enter();
    await vi.waitFor(async () => expect((await notesOf(army, "storm")).submitted).toEqual(["half a thought"]), WAIT);
    expect((await army.ovld(["ritual", "storm"])).stdout).toContain("storm received its ritual.");
    await vi.waitFor(async () => expect((await notesOf(army, "storm")).submitted).toHaveLength(2), WAIT);
    await army.ovld(["unsummon", "--force"]);
  });
});
