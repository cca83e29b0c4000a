import { median, percentile } from "../measure.ts";
import type { Place } from "./place.ts";
import { addressOf, LINE, situations, type Verdict } from "./situations.ts";
import { openStage, type Stage, until } from "./stage.ts";
import { type Line, ms, ratio } from "./table.ts";
import type { Way } from "./ways.ts";
import { orSay, startWorker, type Worker } from "./worker.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 2);
const SENDS = 8 * ROUNDS;

/** A line typed into a scripted agent in eight situations, and how long it takes to arrive at an idle one. */
export async function typing(place: Place, ways: readonly Way[]): Promise<Line[]> {
  const stage = openStage(place);
  const senders = new Map<Way, Worker[]>();
  try {
    for (const way of ways) {
      const start = () => startWorker(way.argv, way.env, place.at("home"));
      const both = await orSay(way.name, async () => [await start(), await start()]);
      if (both) senders.set(way, both);
    }
    await stage.start();
    const verdicts = await judge(stage, senders);
    const times = await time(stage, senders);
    const limit = median(times.get(ways[0]!) ?? []);
    return [...senders.keys()].map((way) => {
      const taken = times.get(way) ?? [];
      const { right, wrong } = tally(verdicts.get(way) ?? {});
      return {
        ...{ what: "a line into an agent's terminal", who: way.name },
        result: `${right} of 8; p50 ${ms(median(taken))}, p95 ${ms(percentile(taken, 0.95))}`,
        ratio: ratio(median(taken), limit),
        does: [way.typing, wrong].filter(Boolean).join(". "),
      };
    });
  } finally {
    for (const each of [...senders.values()].flat()) each.kill();
    await stage.end();
  }
}

type Verdicts = Record<string, Verdict[]>;

async function judge(stage: Stage, senders: ReadonlyMap<Way, Worker[]>): Promise<Map<Way, Verdicts>> {
  const all = new Map([...senders.keys()].map((way) => [way, {} as Verdicts]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, situation] of Object.entries(situations))
      for (const [way, workers] of senders) {
        const verdict = await situation(stage, way, workers).catch((error) => `failed: ${error}`);
        await stage.clear();
        const verdicts = all.get(way)!;
        verdicts[name] = [...(verdicts[name] ?? []), verdict];
        if (process.env.VERBOSE) console.log(`${way.name}, ${name}: ${verdict}`);
      }
  return all;
}

/** Right in every round, or not; what went wrong, by situation. */
function tally(verdicts: Verdicts): { right: number; wrong: string } {
  const isRight = (verdict: Verdict) => verdict === "arrived" || verdict === "held";
  const entries = Object.entries(verdicts);
  const wrong = entries.flatMap(([name, all]) => {
    const bad = all.filter((verdict) => !isRight(verdict));
    return bad.length === 0 ? [] : [`${name}: ${[...new Set(bad)].join(", ")} (${bad.length} of ${all.length})`];
  });
  const held = entries.filter(([, all]) => all.every((verdict) => verdict === "held")).map(([name]) => name);
  const parts = [
    held.length > 0 ? `holds back: ${held.join(", ")}` : "",
    wrong.length > 0 ? `wrong: ${wrong.join("; ")}` : "",
  ];
  return { right: entries.length - wrong.length, wrong: parts.filter(Boolean).join(". ") };
}

/** Milliseconds from the call until an idle agent has the line. */
async function time(stage: Stage, senders: ReadonlyMap<Way, Worker[]>): Promise<Map<Way, number[]>> {
  const agents = new Map<Way, Awaited<ReturnType<Stage["open"]>>>();
  for (const way of senders.keys()) agents.set(way, await stage.open(way, []));
  const times = new Map([...senders.keys()].map((way) => [way, [] as number[]]));
  for (let count = 0; count < SENDS; count++)
    for (const [way, [sender]] of senders) {
      const agent = agents.get(way)!;
      const before = agent.heard().length;
      const from = performance.now();
      const call = sender!.ask({ job: "send", ...addressOf(way, agent), text: LINE });
      if (await until(() => agent.heard().length > before, 8000)) times.get(way)!.push(performance.now() - from);
      await call;
    }
  return times;
}
