import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { systemClock } from "#base/clock.ts";
import { median, percentile } from "../measure.ts";
import type { Place } from "./place.ts";
import { type Line, ms, ratio } from "./table.ts";
import type { Way } from "./ways.ts";
import { type Answer, orSay, startWorker, type Worker } from "./worker.ts";
import { newStore } from "./workers/ours.ts";

const SENDERS = ["inferno", "strategist", "sentinel", "oracle"];
const ROUNDS = 6;
const SENDS = 40;
/** Milliseconds until the senders are killed. */
const LIFE = 700;

/** Messages of 1 KB from four processes at once, in turn with the other programs; then four that are killed. */
export async function mail(place: Place, ways: readonly Way[]): Promise<Line[]> {
  const times = new Map(ways.map((way) => [way, [] as number[]]));
  const failures = new Map<Way, string[]>(ways.map((way) => [way, []]));
  const stores = new Map(ways.map((way) => [way, openStore(place, way)]));
  for (const store of stores.values()) await store.prepare();
  const senders = new Map<Way, Worker[]>();
  for (const way of ways) {
    const four = await orSay(way.name, () => startFour(place, way));
    if (four) senders.set(way, four);
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const [way, workers] of senders) {
      const answers = await putAll(workers, stores.get(way)!, round, SENDS);
      times.get(way)!.push(...answers.flatMap((answer) => answer.times));
      failures.get(way)!.push(...answers.filter(({ ok }) => !ok).map(({ why }) => why));
    }
  const lines: Line[] = [];
  const limit = median(times.get(ways[0]!)!);
  for (const [way, workers] of senders) {
    const store = stores.get(way)!;
    const missing = lost(store, workers);
    for (const worker of workers) worker.kill();
    const killed = await killFour(place, way, store);
    const [own, why] = [times.get(way)!, [...new Set(failures.get(way))]];
    lines.push({
      ...{ what: "1 KB, four senders", who: way.name, ratio: ratio(median(own), limit), does: way.storing ?? "" },
      result: [
        `p50 ${ms(median(own))}, p99 ${ms(percentile(own, 0.99))}`,
        `${missing} of ${workers.flatMap(({ acks }) => acks).length} lost`,
        `after kill -9 ${killed}`,
        ...(why.length > 0 ? [`refused: ${why.join("; ")}`] : []),
      ].join("; "),
    });
  }
  return lines;
}

interface Store {
  folder: string;
  prepare(): unknown;
  /** Everything stored, as text in which a body can be found. */
  read(): string;
}

function openStore({ mail }: Place, way: Way): Store {
  const folder = mail(way.name);
  const all = (path: string): string =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(`${entry.parentPath}/${entry.name}`, "utf8"))
      .join("\n");
  const prepare = () => (way.name === "ovld" ? newStore(folder) : mkdirSync(folder, { recursive: true }));
  const database = way.env.CAO_HOME_DIR
    ? `${way.env.CAO_HOME_DIR}/db/cli-agent-orchestrator.db`
    : `${way.env.HCOM_DIR}/hcom.db`;
  const isDatabase = way.env.CAO_HOME_DIR !== undefined || way.env.HCOM_DIR !== undefined;
  const table = way.env.CAO_HOME_DIR ? "inbox" : "events";
  const dump = `import sqlite3\nfor row in sqlite3.connect("${database}").execute("select * from ${table}"): print(*row)`;
  const query = () => execFileSync(way.argv[0] ?? "", ["-c", dump], { encoding: "utf8", maxBuffer: 1 << 28 });
  return { folder, prepare, read: () => (isDatabase ? query() : existsSync(folder) ? all(folder) : "") };
}

/** The first one alone: it may create the store. */
export async function startFour({ at }: Place, way: Way): Promise<Worker[]> {
  const start = () => startWorker(way.argv, way.env, at("home"));
  const first = await start();
  return [first, ...(await Promise.all(SENDERS.slice(1).map(start)))];
}

export function putAll(
  workers: readonly Worker[],
  { folder }: { folder: string },
  round: number | string,
  count: number,
): Promise<Answer[]> {
  return Promise.all(
    workers.map((worker, index) => {
      const from = SENDERS[index] ?? "";
      const bodies = Array.from({ length: count }, (_, n) => `m-${round}-${from}-${n}-`.padEnd(1024, "x"));
      return worker.ask({ job: "put", folder, from, bodies });
    }),
  );
}

/** Acknowledged messages that the store does not have. */
function lost(store: Store, workers: readonly Worker[]): number {
  const text = store.read();
  return workers.flatMap(({ acks }) => acks).filter((ack) => !text.includes(ack.replace(/x+$/, ""))).length;
}

/** Four senders are killed while they send; then another one sends. */
async function killFour(place: Place, way: Way, store: Store): Promise<string> {
  const workers = await startFour(place, way);
  void putAll(workers, store, "killed", 5000);
  await systemClock.wait(LIFE);
  for (const worker of workers) worker.kill();
  const [next] = await startFour(place, way).then((all) => {
    for (const worker of all.slice(1)) worker.kill();
    return all;
  });
  const [answer] = await putAll([next!], store, "next", 1);
  next!.kill();
  const acked = workers.flatMap(({ acks }) => acks).length;
  const then = answer?.ok
    ? `the next send takes ${ms(answer.times[0] ?? Number.NaN)}`
    : `the next send fails: ${answer?.why}`;
  return `${lost(store, workers)} of ${acked}, ${then}`;
}
