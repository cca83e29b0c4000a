import { USER } from "#mail/message.ts";
import { pick, seededRandom } from "#test/support/random.ts";
import type { SceneActions, StoreProcess } from "./scene.ts";

const SENDS = 6;
const READS = 8;

/** Two concurrent senders and a reader. The seed decides when the reader takes, acknowledges, releases or dies. */
export function randomScene(seed: number): (actions: SceneActions) => Promise<void> {
  const random = seededRandom(seed);
  return async ({ openProcess }) => {
    const write = async (from: string) => {
      const sender = await openProcess();
      for (let n = 0; n < SENDS; n++) await sender.send({ from, to: random() < 0.2 ? USER : "inferno" });
    };
    await Promise.all([write("overlord"), write("inferno"), read(openProcess, random)]);
  };
}

async function read(openProcess: SceneActions["openProcess"], random: () => number): Promise<void> {
  const acts: ((reader: StoreProcess) => Promise<void>)[] = [
    (reader) => reader.take("inferno"),
    (reader) => reader.take("inferno", 600),
    (reader) => reader.take(USER),
    (reader) => reader.acknowledge(),
    (reader) => reader.acknowledge(),
    (reader) => reader.release(),
  ];
  let reader = await openProcess();
  for (let n = 0; n < READS; n++) {
    await pick(acts, random)(reader);
    if (random() > 0.2) continue;
    await reader.die();
    reader = await openProcess();
  }
}
