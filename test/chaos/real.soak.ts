import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { reasonOf } from "#base/errors.ts";
import { sessionPaths } from "#config/paths.ts";
import type { MultiplexerKind } from "#multiplexer/multiplexer.ts";
import type { Message } from "#store/mail-store.ts";
import { reader } from "#test/claude/agent.ts";
import { type RealArmy, roles, summonRealArmy } from "#test/claude/army.ts";
import { withoutClaude } from "#test/claude/claude-code.ts";
import { type ModelRequest, type Script, use } from "#test/claude/scripted-model.ts";
import { expectNothingLeft } from "#test/nothing-left.ts";
import { skipFor, without } from "#test/programs.ts";
import { seededRandom } from "#test/soak/random.ts";
import { type Fault, faults, killMultiplexer, pick, type Scene } from "./faults.ts";

/** `CHAOS_SECONDS=3600` for the whole hour, `CHAOS_SEED` to repeat a run. */
const SECONDS = Number(process.env.CHAOS_SECONDS ?? 60);
const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
const HOPS = 3;
const PATIENCE = { timeout: 180_000, interval: 1000 };

/** The mail in what a model was told: its id, and how often it is to be handed on. */
function mailIn({ results }: ModelRequest): { id: string; hops: number }[] {
  const mail = results.join("\n").matchAll(/\\?"id\\?":\s*\\?"(\w+)\\?"[^{}]*?hops (\d+)/g);
  return [...mail].map(([, id = "", hops]) => ({ id, hops: Number(hops) }));
}

/** Hands each message on, once, however often it is told of it; `told` are those that any model was told of. */
function chatter(random: () => number): { script: Script; told: Set<string> } {
  const told = new Set<string>();
  const answerTo = (request: ModelRequest) => {
    const { role, tools } = request;
    const send = tools.find((name) => name.endsWith("__send_message")) ?? "";
    const mail = mailIn(request);
    const fresh = mail.filter(({ id, hops }) => hops > 0 && !told.has(id));
    for (const { id } of mail) told.add(id);
    if (fresh.length === 0 || role === undefined) return reader(request);
    const others = roles.filter((other) => other !== role);
    return fresh.flatMap(({ hops }) =>
      use(send, { to: pick(others, random), subject: "on", body: `hops ${hops - 1}` }),
    );
  };
  const script = (request: ModelRequest) => {
    const answer = answerTo(request);
    // Every request repeats its whole conversation: an hour of them is more than a machine holds.
    Object.assign(request, { earlier: "", system: "" });
    return answer;
  };
  return { script, told };
}

const kills: Readonly<Record<string, Fault>> = {
  "a relay is killed": faults["a relay is killed"] as Fault,
  "a waiter is killed": faults["a waiter is killed"] as Fault,
  "the dashboard is killed": faults["the dashboard is killed"] as Fault,
  "an agent is killed": faults["an agent is killed"] as Fault,
  "the multiplexer is killed": async (scene) => {
    const killed = await killMultiplexer(scene);
    await vi.waitFor(async () => {
      const { status, stderr } = await scene.army.ovld(["summon", "--resume", "--detach"]);
      expect(status, stderr).toBe(0);
    }, PATIENCE);
    return killed;
  },
};

test.for([["tmux"], ["zellij"]] as [MultiplexerKind][])(
  "six real agents on %s lose no message while they, their relays, waiters and multiplexer are killed",
  { timeout: SECONDS * 1000 + 600_000 },
  async ([kind], context) => {
    skipFor(context, withoutClaude || without(kind));
    const random = seededRandom(SEED);
    const settings = { OVLD_WATCH_RESTART: "always", OVLD_STORMS_PAIR_PER_MINUTE: "0", OVLD_STORMS_CHAIN_HOPS: "0" };
    const { script, told } = chatter(random);
    await using field = await summonRealArmy({ kind, script, summon: ["--no-rituals"], settings });
    await field.rests();
    const harm = await abuse(field, kind, random);
    await kills["the multiplexer is killed"]?.(sceneOf(field, kind, random));
    const messages = await everythingRead(field);
    const lost = messages.filter(({ id, body }) => /^hops/.test(body) && !told.has(id)).map(({ id }) => id);
    console.log(
      [
        `chaos with real agents on ${kind}: seed ${SEED}, ${SECONDS} s, ${messages.length} messages`,
        ...Object.entries(harm).map(([fault, times]) => `  ${fault}: ${times} ×`),
        `  lost ${lost.length}`,
      ].join("\n"),
    );
    expect(lost).toEqual([]);
    expect((await field.army.ovld(["unsummon", "--force"])).status).toBe(0);
    await expectNothingLeft(field.army);
  },
);

async function everythingRead(field: RealArmy): Promise<Message[]> {
  const toAgents = async () => (await field.log()).filter(({ to }) => to !== "user");
  const open = async () => (await toAgents()).filter(({ state }) => state !== "acked");
  try {
    await vi.waitFor(async () => expect(await open()).toEqual([]), PATIENCE);
  } catch (error) {
    for (const role of new Set((await open()).map(({ to }) => to)))
      console.log(role, await field.screen(role).catch(reasonOf), logOf(field, role));
    const told = field.model.requests.filter(({ said }) => said.includes("[MESSAGE from")).slice(-5);
    for (const { role, said, tools, results } of told) console.log(role, said.slice(-600), tools.slice(-8), results);
    throw error;
  }
  return toAgents();
}

function logOf({ army }: RealArmy, role: string): string {
  const file = join(sessionPaths(army.paths, "ovld-project").logs, `relay-${role}.log`);
  return readFileSync(file, "utf8").split("\n").slice(-30).join("\n");
}

function sceneOf({ army }: RealArmy, kind: MultiplexerKind, random: () => number): Scene {
  return { kind, army, roles, disk: army.paths.home, clockFile: "", random };
}

/** Writes to the agents and kills what they stand on, by turns. */
async function abuse(field: RealArmy, kind: MultiplexerKind, random: () => number): Promise<Record<string, number>> {
  const harm: Record<string, number> = {};
  const scene = sceneOf(field, kind, random);
  const names = Object.keys(kills);
  const end = performance.now() + SECONDS * 1000;
  for (let round = 0; performance.now() < end; round++) {
    for (let letter = 0; letter < 3; letter++)
      expect((await field.army.ovld(["send", pick(roles, random), `hops ${HOPS}`])).status).toBe(0);
    await wait(random() * 2000);
    // Each once before chance decides.
    const name = names[round] ?? pick(names, random);
    if ((await kills[name]?.(scene)) !== undefined) harm[name] = (harm[name] ?? 0) + 1;
    await wait(2000 + random() * 3000);
  }
  return harm;
}
