import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { expect, vi } from "vitest";
import { sessionPaths } from "#config/paths.ts";
import { type Serving, serving } from "#test/api/serving.ts";
import { bundleText } from "#test/bundle.ts";
import { expectNothingLeft } from "#test/nothing-left.ts";
import { mountSmall } from "#test/small-disk.ts";
import { seededRandom } from "#test/soak/random.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/temporary-army.ts";
import { faults, killMultiplexer, pick, type Scene } from "./faults.ts";
import { judge, type Verdict } from "./verdict.ts";
import { roomOf, type Weights, weigh } from "./weights.ts";

export interface ChaosOptions {
  kind: "zellij" | "tmux";
  seconds: number;
  seed: number;
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

const ROLES = ["overlord", "strategist", "inferno", "glacier", "shadow", "storm"];
const SESSION = "ovld-project";
export const ARCHIVE_MEGABYTES = 20;
/** How often each message of the human is handed on. */
const HOPS = 5;
const PATIENCE = { timeout: 120_000, interval: 500 };

/** An army that talks without end, while at random what it stands on is taken away; at the end it is called back, and must have lost nothing. */
export async function chaos({ kind, seconds, seed, rate, isCalm = false }: ChaosOptions): Promise<ChaosResult> {
  await using army = await temporaryArmy();
  await mkdir(army.paths.home, { recursive: true, mode: 0o700 });
  using disk = mountSmall(army.paths.home, "256m");
  const scene = await setScene(army, kind, seededRandom(seed));
  await calledUp(army, ["summon", "--detach", "--no-rituals"]);
  await using server = await serving(army);

  const over = AbortSignal.timeout(seconds * 1000);
  const byUser: { id: string; from: string; to: string }[] = [];
  const speaking = speak(server, scene, { over, rate: rate / (HOPS + 1), noted: (one) => byUser.push(one) });
  const weighing = weigh(army.home, seconds);
  const harm = isCalm ? {} : await doHarm(scene, over, disk !== undefined);
  await speaking;
  const weights = await weighing;
  const { relay, logs } = sessionPaths(army.paths, SESSION);
  const [archive, log] = [roomOf(join(relay, "archive")).bytes, roomOf(logs).largest];

  await rm(scene.clockFile, { force: true });
  await killMultiplexer(scene);
  await calledUp(army, ["summon", "--resume", "--detach", "--no-rituals"]);
  await everythingRead(army);
  await server.stop();
  expect((await army.ovld(["unsummon", "--force"])).status).toBe(0);
  const verdict = judge(join(army.folder, "ledgers"), ROLES, byUser);
  await expectNothingLeft(army);
  return { ...verdict, harm, weights, archive, log };
}

async function setScene(army: TemporaryArmy, kind: Scene["kind"], random: () => number): Promise<Scene> {
  const ledgers = join(army.folder, "ledgers");
  const clockFile = join(army.folder, "clock");
  await mkdir(ledgers);
  const program = await bundleText(
    `import ${JSON.stringify(resolve("test/chaos/chatter.ts"))};`,
    join(army.folder, "chatter.mjs"),
  );
  const agent = join(army.folder, "bin", "claude");
  await writeFile(agent, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  await chmod(agent, 0o755);
  Object.assign(army.env, {
    CHAOS_LEDGERS: ledgers,
    CHAOS_CLOCK: clockFile,
    NODE_OPTIONS: `--import=${pathToFileURL(resolve("test/chaos/clock-jump.mjs"))}`,
    OVLD_MULTIPLEXER: kind,
    OVLD_WATCH_RESTART: "always",
    OVLD_HISTORY_MEGABYTES: String(ARCHIVE_MEGABYTES),
    OVLD_STORMS_PAIR_PER_MINUTE: "0",
    OVLD_STORMS_CHAIN_HOPS: "0",
  });
  return { kind, army, roles: ROLES, disk: army.paths.home, clockFile, random };
}

/** What a person does until it works; meanwhile a disk may be full. */
async function calledUp(army: TemporaryArmy, argv: readonly string[]): Promise<void> {
  await vi.waitFor(async () => {
    const { status, stderr } = await army.ovld(argv);
    expect(status, stderr).toBe(0);
  }, PATIENCE);
}

async function speak(
  { client }: Serving,
  { random }: Scene,
  {
    over,
    rate,
    noted,
  }: { over: AbortSignal; rate: number; noted(one: { id: string; from: string; to: string }): void },
): Promise<void> {
  while (!over.aborted) {
    const role = pick(ROLES, random);
    const letter = { body: `hops ${HOPS}` };
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

/** All six are back, and nobody has mail any more; a long queue takes its time, as long as it becomes shorter. */
async function everythingRead(army: TemporaryArmy): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  for (let [quiet, since] = [0, performance.now()]; quiet < 3; await wait(PATIENCE.interval)) {
    const inboxes = await Promise.all(ROLES.map(async (role) => (await army.ovld(["inbox", role, "--json"])).stdout));
    const count = inboxes.reduce((sum, inbox) => sum + (JSON.parse(inbox) as unknown[]).length, 0);
    quiet = count === 0 ? quiet + 1 : 0;
    if (count < least) [least, since] = [count, performance.now()];
    else if (count > 0 && performance.now() - since > PATIENCE.timeout)
      throw new Error(`${count} messages stay unread`);
  }
}
