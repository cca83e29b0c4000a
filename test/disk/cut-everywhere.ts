import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededRandom } from "#test/support/random.ts";
import { brokenPromises } from "./broken-promises.ts";
import type { Entry } from "./disk-log.ts";
import { fingerprint, materialise } from "./materialise.ts";
import { powerCut } from "./power-cut.ts";
import { type Event, recordScene, type SceneActions, type SceneOptions } from "./scene.ts";

export interface CutOptions extends SceneOptions {
  seed: number;
  /** Maximum number of combinations of unsynced changes that are tried after each step. */
  most: number;
}

export interface Outcome {
  steps: number;
  states: number;
  /** Each kind of broken promise, with the first state in which it is broken. */
  broken: Map<string, string>;
}

/** Simulates a power cut after each step of a scene, and opens the store in every state that may be left. */
export async function cutEverywhere(
  scene: (actions: SceneActions) => Promise<void>,
  { seed, most, ...options }: CutOptions,
): Promise<Outcome> {
  const { log, start, folder } = await recordScene(scene, options);
  const trials = await mkdtemp(join(existsSync(MEMORY) ? MEMORY : tmpdir(), "ovld-"));
  const random = seededRandom(seed);
  const tried = new Set<string>();
  const broken: Outcome["broken"] = new Map();
  try {
    for (let step = start; step <= log.length; step++) {
      const before = log.slice(0, step);
      const history = eventsOf(before);
      for (const remains of powerCut(before, { random, most })) {
        const print = fingerprint(remains, folder);
        if (tried.size === tried.add(`${history.length} ${print}`).size) continue;
        const trial = join(trials, String(tried.size));
        materialise(remains, folder, trial);
        for (const fault of await brokenPromises(join(trial, "relay"), history)) {
          const kind = fault.replace(/: .*/, "");
          if (!broken.has(kind)) broken.set(kind, `step ${step}, ${fault}, in ${print}`);
        }
      }
    }
  } finally {
    await rm(trials, { recursive: true });
  }
  return { steps: log.length - start, states: tried.size, broken };
}

/** A trial writes no durable data; on tmpfs it is four times as fast. */
const MEMORY = "/dev/shm";

function eventsOf(log: readonly Entry<Event>[]): Event[] {
  return log.flatMap((entry) => (entry.kind === "event" ? [entry.event] : []));
}
