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
import { tryMountSmall } from "#test/support/small-disk.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import type { OpenAgents } from "./chaos-agents.ts";
import { keepEvidence } from "./evidence.ts";
import { FULL_DISK, faults, KILLED_MULTIPLEXER, type Scene } from "./faults.ts";
import { readLetter, writeLetter } from "./letter.ts";
import { diskUsage, measureResources, type ResourceUses } from "./resources.ts";
import { isBroken, judge, type Sending, type Verdict } from "./verdict.ts";

export interface ChaosOptions {
  kind: "zellij" | "tmux";
  seconds: number;
  seed: number;
  openAgents: OpenAgents;
  /** Messages a second, all agents together. */
  rate: number;
  /** Injects no faults. */
  isCalm?: boolean;
}

export interface ChaosResult extends Verdict {
  /** How often each fault happened. */
  harm: Record<string, number>;
  /** Faults that need a mounted disk, if this process may not mount. */
  omitted: readonly string[];
  resources: ResourceUses;
  /** Bytes of the archive and of the largest log, before the last `summon --resume`. */
  archive: number;
  log: number;
}

const SESSION = "ovld-project";
export const ARCHIVE_MEGABYTES = 20;
/** How often each message of the user is forwarded. */
const HOPS = 5;
const PATIENCE = { timeout: 180_000, interval: 500 };

/**
 * Runs an army whose agents forward mail without end, and injects random faults. Resumes the army at the end, and
 * judges whether mail was lost, repeated or reordered.
 */
export async function chaos(options: ChaosOptions): Promise<ChaosResult> {
  const { kind, seconds, seed, openAgents, rate, isCalm = false } = options;
  await using army = await temporaryArmy();
  await using agents = await openAgents(army);
  await mkdir(army.paths.home, { recursive: true, mode: 0o700 });
  using disk = tryMountSmall(army.paths.home, "256m");
  const scene = setScene(army, kind, seededRandom(seed));
  await untilSuccess(army, ["summon", "--detach", "--no-rituals"]);
  await using server = await serving(army);

  const over = AbortSignal.timeout(seconds * 1000);
  const byUser: Sending[] = [];
  const sending = sendLetters(server, scene, { over, rate: rate / (HOPS + 1), onSent: (one) => byUser.push(one) });
  const measuring = measureResources(army.home, seconds);
  const omitted = isCalm || disk ? [] : [FULL_DISK];
  const harm = isCalm ? {} : await injectFaults(scene, over, omitted);
  await sending;
  const resources = await measuring;
  const { relay, logs } = sessionPaths(army.paths, SESSION);
  const [archive, log] = [diskUsage(join(relay, "archive")).bytes, diskUsage(logs).largest];

  await scene.clock.jump(0);
  await faults[KILLED_MULTIPLEXER]?.(scene);
  await resume(scene);
  const stored = (await untilAllRead(army)).filter(({ body }) => readLetter(body));
  const verdict = judge({ entriesOf: agents.entriesOf, roles, byUser, stored, remembered: agents.remembered?.() });
  if (isBroken(verdict)) keepEvidence(`${kind}-${seed}`, { army, agents, verdict });
  await server.stop();
  expect((await army.ovld(["unsummon", "--force"])).status).toBe(0);
  await expectNothingLeft(army);
  return { ...verdict, harm, omitted, resources, archive, log };
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

/** Repeats an `ovld` command until it succeeds, because the disk may be full for a while. */
function resume({ army }: Scene): Promise<void> {
  return untilSuccess(army, ["summon", "--resume", "--detach", "--no-rituals"]);
}

async function untilSuccess(army: TemporaryArmy, argv: readonly string[]): Promise<void> {
  await vi.waitFor(async () => {
    const { status, stderr } = await army.ovld(argv);
    expect(status, stderr).toBe(0);
  }, PATIENCE);
}

interface SendOptions {
  over: AbortSignal;
  rate: number;
  onSent(one: Sending): void;
}

async function sendLetters({ client }: Serving, { random }: Scene, { over, rate, onSent }: SendOptions): Promise<void> {
  while (!over.aborted) {
    const role = pick(roles, random);
    const letter = { body: writeLetter({ hops: HOPS }) };
    // A refused message was not acknowledged, so it does not have to arrive.
    await client
      .call("sendMessage", { path: { session: SESSION, role }, body: letter })
      .then(({ message: { id } }) => onSent({ id, from: "user", to: role }))
      .catch(() => {});
    await wait(1000 / rate);
  }
}

async function injectFaults(
  scene: Scene,
  over: AbortSignal,
  omitted: readonly string[],
): Promise<Record<string, number>> {
  const names = Object.keys(faults).filter((name) => !omitted.includes(name));
  const harm = Object.fromEntries(names.map((name) => [name, 0]));
  // Every fault happens once, in random order, before any happens again.
  for (let left: string[] = []; !over.aborted; ) {
    await wait(1000 + scene.random() * 2000);
    if (left.length === 0) left = [...names];
    const name = pick(left, scene.random);
    const target = await faults[name]?.(scene);
    if (target === undefined) continue;
    left.splice(left.indexOf(name), 1);
    harm[name] = (harm[name] ?? 0) + 1;
    if (name === KILLED_MULTIPLEXER) await resume(scene);
  }
  return harm;
}

/**
 * Waits until no role has unread mail; fails when the queue stops shrinking. Resolves with all stored messages.
 */
async function untilAllRead(army: TemporaryArmy): Promise<Message[]> {
  let least = Number.POSITIVE_INFINITY;
  let quiet = 0;
  for (let since = performance.now(); ; await wait(PATIENCE.interval)) {
    const messages = (await mailLog(army)).filter(({ to }) => roles.includes(to));
    const open = messages.filter(({ state }) => state !== "acked");
    quiet = open.length === 0 ? quiet + 1 : 0;
    // A message that is forwarded during a query may be missing from its result, so three queries must agree.
    if (quiet === 3) return messages;
    if (open.length < least) [least, since] = [open.length, performance.now()];
    else if (open.length > 0 && performance.now() - since > PATIENCE.timeout)
      throw new Error(`stay unread: ${open.map(({ id, to, state }) => `${id} ${to} ${state}`).join(", ")}`);
  }
}
