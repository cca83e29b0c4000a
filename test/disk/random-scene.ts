import { USER } from "#mail/message.ts";
import { pick, seededRandom } from "#test/support/random.ts";
import type { Crew, Hand } from "./crew.ts";

const SENDS = 6;
const READS = 8;

/** Two senders and a reader at once; the reader takes, acknowledges, gives back and dies as the seed says. */
export function randomScene(seed: number): (crew: Crew) => Promise<void> {
  const random = seededRandom(seed);
  return async ({ hire }) => {
    const write = async (from: string) => {
      const sender = await hire();
      for (let n = 0; n < SENDS; n++) await sender.send({ from, to: random() < 0.2 ? USER : "inferno" });
    };
    await Promise.all([write("overlord"), write("inferno"), read(hire, random)]);
  };
}

async function read(hire: Crew["hire"], random: () => number): Promise<void> {
  const acts: ((reader: Hand) => Promise<void>)[] = [
    (reader) => reader.take("inferno"),
    (reader) => reader.take("inferno", 600),
    (reader) => reader.take(USER),
    (reader) => reader.acknowledge(),
    (reader) => reader.acknowledge(),
    (reader) => reader.release(),
  ];
  let reader = await hire();
  for (let n = 0; n < READS; n++) {
    await pick(acts, random)(reader);
    if (random() > 0.2) continue;
    await reader.die();
    reader = await hire();
  }
}
