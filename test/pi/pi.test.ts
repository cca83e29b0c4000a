import { kill } from "node:process";
import { describe, expect, test, vi } from "vitest";
import { piSenses } from "#agent-cli/pi/senses.ts";
import type { MultiplexerKind } from "#multiplexer/multiplexer.ts";
import { TOLD_OF_MAIL } from "#test/claude/agent.ts";
import { processesWith, relaysAt } from "#test/claude/agent-processes.ts";
import { type RealArmy, summonRealArmy } from "#test/claude/army.ts";
import { withoutClaude } from "#test/claude/claude-code.ts";
import { type Script, say, use } from "#test/claude/scripted-model.ts";
import { skipFor, without } from "#test/support/programs.ts";
import { installPi, withoutPi } from "./pi-program.ts";

const WAIT = { timeout: 60_000, interval: 100 };
const SLOW = { timeout: 240_000 };
const senses = piSenses();

/** Reads mail when notified of it, answers an order, and runs a command on request. */
const script: Script = ({ said, results, tools }) => {
  const tool = (name: string) => tools.find((one) => one.endsWith(name)) ?? name;
  const inbox = results.findLast((result) => result.includes("From user"));
  if (inbox?.includes("REPORT")) return use(tool("send_message"), { to: "strategist", subject: "done", body: "DONE" });
  if (inbox?.includes("RUN")) return use("bash", { command: "echo hello-from-bash" });
  if (results.length > 0) return say("Done.");
  if (TOLD_OF_MAIL.test(said)) return use(tool("check_inbox"), {});
  return say("Done.");
};

async function piArmy(kind: MultiplexerKind, settings: Record<string, string> = {}): Promise<RealArmy> {
  const install: Parameters<typeof summonRealArmy>[0]["install"] = (army, { url }) => installPi(army, { model: url });
  return summonRealArmy({
    ...{ kind, script, install, only: ["storm", "strategist"], settings },
    summon: ["--agent", "storm=pi"],
  });
}

const moodOf = async ({ paths }: RealArmy, role: string) => (await senses.observer.mood(paths(role))).mood;
const isReady = (field: RealArmy) => vi.waitFor(async () => expect(await moodOf(field, "storm")).toBe("ready"), WAIT);
const order = async ({ army }: RealArmy, text: string) =>
  expect(await army.ovld(["send", "storm", text])).toMatchObject({ status: 0 });
const stateOf = async (field: RealArmy, body: string) =>
  (await field.log()).find((message) => message.body === body)?.state;

describe.for(["tmux", "zellij"] as const)("pi on %s", (kind) => {
  test("beside Claude Code: woken without a keystroke, reads, answers, and a draft stays", SLOW, async (context) => {
    skipFor(context, withoutPi || withoutClaude || without(kind));
    await using field = await piArmy(kind);
    await isReady(field);
    await field.keystrokes();
    await field.type("storm", "half a draft");
    await field.keystrokes();
    await order(field, "REPORT to the strategist");
    await vi.waitFor(async () => expect(await stateOf(field, "DONE")).toBe("acked"), WAIT);
    expect(await stateOf(field, "REPORT to the strategist")).toBe("acked");
    expect(await field.keystrokes()).toEqual([]);
    const screen = await field.screen("storm");
    expect(senses.screen.composer({ screen })).toEqual({ state: "draft", text: "half a draft" });
    const { system } = await field.model.receives("REPORT to the strategist");
    expect(system).toContain("check_inbox");
    expect((await senses.meter(field.paths("storm"))()).output).toBeGreaterThan(0);
  });

  test("asks before a command runs, and the relay is started again after it was killed", SLOW, async (context) => {
    skipFor(context, withoutPi || withoutClaude || without(kind));
    await using field = await piArmy(kind, { OVLD_AUTONOMY: "ask" });
    await isReady(field);
    await order(field, "RUN a command");
    await vi.waitFor(async () => expect(await moodOf(field, "storm")).toBe("asking"), WAIT);
    expect(await senses.observer.mood(field.paths("storm"))).toMatchObject({ detail: "bash" });
    expect(senses.screen.composer({ screen: await field.screen("storm") })).toEqual({ state: "dialog" });
    await field.enter("storm");
    await field.model.receives("hello-from-bash");
    await isReady(field);
    for (const pid of relayOf(field)) kill(pid, "SIGKILL");
    await vi.waitUntil(() => relayOf(field).length === 0, WAIT);
    await order(field, "after the kill");
    await vi.waitFor(async () => expect(await stateOf(field, "after the kill")).toBe("acked"), WAIT);
    expect(relayOf(field)).toHaveLength(1);
  });

  test("restart resumes its conversation; another CLI takes over the role with its mail", SLOW, async (context) => {
    skipFor(context, withoutPi || withoutClaude || without(kind));
    await using field = await piArmy(kind);
    const { army } = field;
    await isReady(field);
    await order(field, "the first order");
    await vi.waitFor(async () => expect(await stateOf(field, "the first order")).toBe("acked"), WAIT);
    await isReady(field);
    const restarted = async (...args: string[]) =>
      JSON.parse((await army.ovld(["restart", "storm", "--force", "--json", ...args])).stdout) as unknown;
    expect(await restarted()).toEqual([{ role: "storm", resumed: true }]);
    await order(field, "the second order");
    const { earlier } = await field.model.receives("the second order");
    expect(earlier).toContain("the first order");
    await isReady(field);
    expect(await restarted("--agent", "claude")).toEqual([{ role: "storm", resumed: false }]);
    const { agents } = JSON.parse((await army.ovld(["status", "--json"])).stdout) as { agents: object };
    expect(agents).toEqual({ storm: "claude", strategist: "claude" });
    await order(field, "the third order");
    await vi.waitFor(async () => expect(await stateOf(field, "the third order")).toBe("acked"), WAIT);
  });
});

function relayOf({ paths }: RealArmy): number[] {
  const ofRole = processesWith("environment", "OVLD_ROLE=storm");
  return relaysAt(paths("storm").relay).filter((pid) => ofRole.includes(pid));
}
