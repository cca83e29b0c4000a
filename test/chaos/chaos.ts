import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, vi } from "vitest";
import { sessionPaths } from "#home/paths.ts";
import type { Message } from "#mail/message.ts";
import { type Serving, serving } from "#test/api/serving.ts";
import { roles } from "#test/support/army-roles.ts";
import { mailLog } from "#test/support/mail-log.ts";
import { expectNothingLeft } from "#test/support/nothing-left.ts";
import { giveOwnClock } from "#test/support/own-clock.ts";
import { pick, seededRandom } from "#test/support/random.ts";
import { mountSmall } from "#test/support/small-disk.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { keepEvidence } from "./evidence.ts";
import { faults, killMultiplexer, type Scene } from "./faults.ts";
import { readLetter, writeLetter } from "./letter.ts";
import type { OpenMinds } from "./minds.ts";
import { isBroken, judge, type Sending, type Verdict } from "./verdict.ts";
import { roomOf, type Weights, weigh } from "./weights.ts";

export interface ChaosOptions {
  kind: "zellij" | "tmux";
  seconds: number;
  seed: number;
  openMinds: OpenMinds;
  /** Messages a second, all agents together. */
  rate: number;
  /** Nothing is taken away. */
  isCalm?: boolean;
}

export interface ChaosResult extends Verdict {
  /** How often each fault happened. */
  harm: Record<string, number>;
  weights: Weights;
  /** Bytes of the archive and of the largest log, before the army is called back for the last time. */
  archive: number;
  log: number;
}

const SESSION = "ovld-project";
export const ARCHIVE_MEGABYTES = 20;
/** How often each message of the human is handed on. */
const HOPS = 5;
const PATIENCE = { timeout: 180_000, interval: 500 };

/** An army that talks without end, while at random what it stands on is taken away; at the end it is called back, and must have lost nothing. */
export async function chaos(options: ChaosOptions): Promise<ChaosResult> {
  const { kind, seconds, seed, openMinds, rate, isCalm = false } = options;
  await using army = await temporaryArmy();
  await using minds = await openMinds(army);
  await mkdir(army.paths.home, { recursive: true, mode: 0o700 });
  using disk = mountSmall(army.paths.home, "256m");
  const scene = setScene(army, kind, seededRandom(seed));
  await calledUp(army, ["summon", "--detach", "--no-rituals"]);
  await using server = await serving(army);

  const over = AbortSignal.timeout(seconds * 1000);
  const byUser: Sending[] = [];
  const speaking = speak(server, scene, { over, rate: rate / (HOPS + 1), noted: (one) => byUser.push(one) });
  const weighing = weigh(army.home, seconds);
  const harm = isCalm ? {} : await doHarm(scene, over, disk !== undefined);
  await speaking;
  const weights = await weighing;
  const { relay, logs } = sessionPaths(army.paths, SESSION);
  const [archive, log] = [roomOf(join(relay, "archive")).bytes, roomOf(logs).largest];

  await scene.clock.jump(0);
  await killMultiplexer(scene);
  await calledUp(army, ["summon", "--resume", "--detach", "--no-rituals"]);
  const stored = (await everythingRead(army)).filter(({ body }) => readLetter(body));
  const verdict = judge({ deedsOf: minds.deedsOf, roles, byUser, stored, remembered: minds.remembered?.() });
  if (isBroken(verdict)) keepEvidence(`${kind}-${seed}`, { army, minds, verdict });
  await server.stop();
  expect((await army.ovld(["unsummon", "--force"])).status).toBe(0);
  await expectNothingLeft(army);
  return { ...verdict, harm, weights, archive, log };
}

function setScene(army: TemporaryArmy, kind: Scene["kind"], random: () => number): Scene {
  const clock = giveOwnClock(army);
  Object.assign(army.env, {
    OVLD_MULTIPLEXER: kind,
    OVLD_WATCH_RESTART: "always",
    OVLD_HISTORY_MEGABYTES: String(ARCHIVE_MEGABYTES),
    OVLD_STORMS_PAIR_PER_MINUTE: "0",
    OVLD_STORMS_CHAIN_HOPS: "0",
  });
  return { kind, army, roles, disk: army.paths.home, clock, random };
}

/** What a person does until it works; meanwhile a disk may be full. */
async function calledUp(army: TemporaryArmy, argv: readonly string[]): Promise<void> {
  await vi.waitFor(async () => {
    const { status, stderr } = await army.ovld(argv);
    expect(status, stderr).toBe(0);
  }, PATIENCE);
}

interface Speech {
  over: AbortSignal;
  rate: number;
  noted(one: Sending): void;
}

async function speak({ client }: Serving, { random }: Scene, { over, rate, noted }: Speech): Promise<void> {
  while (!over.aborted) {
    const role = pick(roles, random);
    const letter = { body: writeLetter({ hops: HOPS }) };
    // What is refused was not acknowledged.
    await client
      .call("sendMessage", { path: { session: SESSION, role }, body: letter })
      .then(({ message: { id } }) => noted({ id, from: "user", to: role }))
      .catch(() => {});
    await wait(1000 / rate);
  }
}

async function doHarm(scene: Scene, over: AbortSignal, canFill: boolean): Promise<Record<string, number>> {
  const harm: Record<string, number> = {};
  const names = Object.keys(faults).filter((name) => canFill || !name.includes("disk"));
  const happened = (name: string, what: string | undefined) => {
    if (what !== undefined) harm[name] = (harm[name] ?? 0) + 1;
  };
  for (let round = 1; !over.aborted; round++) {
    await wait(2000 + scene.random() * 4000);
    if (round % 8 !== 0) {
      const name = pick(names, scene.random);
      happened(name, await faults[name]?.(scene));
      continue;
    }
    happened("the multiplexer is killed", await killMultiplexer(scene));
    await calledUp(scene.army, ["summon", "--resume", "--detach", "--no-rituals"]);
  }
  return harm;
}

/** All six are back, and nobody has mail any more; a long queue takes its time, as long as it becomes shorter. Resolves with what is kept of it. */
async function everythingRead(army: TemporaryArmy): Promise<Message[]> {
  let least = Number.POSITIVE_INFINITY;
  let quiet = 0;
  for (let since = performance.now(); ; await wait(PATIENCE.interval)) {
    const messages = (await mailLog(army)).filter(({ to }) => roles.includes(to));
    const open = messages.filter(({ state }) => state !== "acked");
    quiet = open.length === 0 ? quiet + 1 : 0;
    // What is handed on while one looks may be missed once.
    if (quiet === 3) return messages;
    if (open.length < least) [least, since] = [open.length, performance.now()];
    else if (open.length > 0 && performance.now() - since > PATIENCE.timeout)
      throw new Error(`stay unread: ${open.map(({ id, to, state }) => `${id} ${to} ${state}`).join(", ")}`);
  }
}
