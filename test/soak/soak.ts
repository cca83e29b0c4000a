import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Roster } from "#mail/roster.ts";
import { fileRelayStore } from "#store/files/relay-store.ts";
import { bundleProgram } from "#test/support/bundle.ts";
import { pick, seededRandom } from "#test/support/random.ts";
import { notes } from "./ledger.ts";
import { findFaults } from "./verdict.ts";

export interface Soak {
  messages: number;
  seed: number;
  folder: string;
}

export interface SoakResult {
  kills: number;
  redelivered: number;
  seconds: number;
  /** Empty if every promise was kept. */
  faults: string[];
}

const WRITERS = 8;
/** Two inboxes have two readers, which race for each message. Two have one reader, which must get all mail in order. */
const READERS = ["alpha", "alpha", "beta", "beta", "gamma", "delta"];
const ROLES = [...new Set(READERS)];
/** Milliseconds without progress after which unread messages count as lost. */
const PATIENCE = 20_000;

/** Runs writers and readers of one store; every 30 to 80 ms one of them is killed and restarted. */
export async function soak({ messages, seed, folder }: Soak): Promise<SoakResult> {
  const began = performance.now();
  const relay = join(folder, "relay");
  const ledgers = join(folder, "ledgers");
  await mkdir(ledgers, { recursive: true });
  const store = fileRelayStore(relay);
  await store.initialise(rosterOf(ROLES));
  const program = await bundleProgram("test/soak/store-worker.ts", folder);

  const share = Math.ceil(messages / WRITERS);
  const writers = Array.from({ length: WRITERS }, (_, n) =>
    worker(program, ["writer", `writer-${n}`, relay, ledgers, String(seed + n), String(share)]),
  );
  const readers = READERS.map((role) => worker(program, ["reader", role, relay, ledgers]));
  const stopKilling = killAtRandom([...writers, ...readers], seededRandom(seed));
  try {
    await Promise.all(writers.map(({ done }) => done));
    const kills = await stopKilling();
    await untilAllRead(ledgers, share * WRITERS);
    await Promise.all(readers.map((reader) => reader.end()));
    const faults = [
      ...findFaults({ ledgers, senders: writers.map((_, n) => `writer-${n}`), readers: READERS }),
      ...(await faultsInStore(relay, share * WRITERS)),
    ];
    const seen = ROLES.flatMap((role) => notes(join(ledgers, `${role}.seen`)));
    const redelivered = seen.filter(([, , , , again]) => again === "true").length;
    return { kills, redelivered, seconds: (performance.now() - began) / 1000, faults };
  } finally {
    await stopKilling();
    await Promise.all([...writers, ...readers].map((one) => one.end()));
  }
}

interface Worker {
  /** Settles when the program has ended by itself. */
  done: Promise<void>;
  kill(): void;
  end(): Promise<void>;
}

function worker(program: string, args: readonly string[]): Worker {
  let child: ChildProcess;
  let isEnding = false;
  const live = async () => {
    for (;;) {
      child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "ignore", "pipe"] });
      let stderr = "";
      child.stderr?.on("data", (chunk) => (stderr += chunk));
      const [code, signal] = await once(child, "exit");
      if (code === 0 || isEnding) return;
      if (signal !== "SIGKILL") throw new Error(`${args.slice(0, 2).join(" ")} failed: ${stderr}`);
    }
  };
  const done = live();
  done.catch(() => {});
  return {
    done,
    kill: () => void child.kill("SIGKILL"),
    async end() {
      isEnding = true;
      child.kill("SIGKILL");
      await done.catch(() => {});
    },
  };
}

function killAtRandom(workers: readonly Worker[], random: () => number): () => Promise<number> {
  const end = new AbortController();
  let kills = 0;
  const killing = (async () => {
    while (!end.signal.aborted) {
      await wait(30 + random() * 50, undefined, { signal: end.signal }).catch(() => {});
      if (end.signal.aborted) return;
      pick(workers, random).kill();
      kills++;
    }
  })();
  return async () => {
    end.abort();
    await killing;
    return kills;
  };
}

async function untilAllRead(ledgers: string, total: number): Promise<void> {
  let acted = -1;
  let since = performance.now();
  while (acted < total && performance.now() - since < PATIENCE) {
    const now = ROLES.reduce((sum, role) => sum + notes(join(ledgers, `${role}.acted`)).length, 0);
    if (now !== acted) since = performance.now();
    acted = now;
    await wait(50);
  }
}

async function faultsInStore(relay: string, total: number): Promise<string[]> {
  const store = fileRelayStore(relay);
  for (const role of ROLES) await (await store.mail.take(role)).acknowledge();
  const all = await store.mail.all();
  const unread = all.filter(({ state }) => state !== "acked").length;
  const aside = (await Promise.all(ROLES.map((role) => readdir(join(relay, "quarantine", role))))).flat().length;
  return [
    ...(all.length === total ? [] : [`the store holds ${all.length} messages of ${total}`]),
    ...(unread === 0 ? [] : [`${unread} messages stayed unread`]),
    ...(aside === 0 ? [] : [`${aside} files were set aside`]),
  ];
}

function rosterOf(roles: readonly string[]): Roster {
  return {
    session: "soak",
    roles: roles.map((id) => ({ id, name: { en: id, ja: id }, icon: "", rank: 1 })),
    settings: { lang: "en", knowledge: false, durability: "power" },
  };
}
