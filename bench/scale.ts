import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "#base/clock.ts";
import { FORMAT } from "#base/format.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { openRegistry } from "#home/registry.ts";
import { formatId } from "#mail/message-id.ts";
import type { Roster } from "#mail/roster.ts";
import { fileRelayStore } from "#store/files/relay-store.ts";
import { median, printTable, type Row } from "./measure.ts";

/** At 1×, 10× and 100×: the archive grows as an army ages, at one message every 2.6 seconds. */
const SCALES = [1, 10, 100] as const;
const ARCHIVED = Number(process.env.SCALE_ARCHIVED ?? 10_000);
const UNREAD = 100;
/** Always 50 armies, and 100 roles in one: answers that list them have the same size at every scale. */
const ARMIES = 50;
const ROLES = 100;
const ROUNDS = 7;
/** Calls of each kind that V8 compiles by, before one is measured. */
const WARM_UP = 10;
const MOST_MEGABYTES = 150;
const MOST_GROWTH = 1.3;
const WATCHED_SECONDS = 20;
const BIG = "ovld-big";
const MESSAGE_EVERY = (30 * 24 * 3600 * 1000) / 1_000_000;
const ROLE_IDS = Array.from({ length: ROLES }, (_, n) => `r${n}`);
const READER = "r0";
const now = Date.now();

interface Fixture {
  env: Record<string, string>;
  relay: string;
  archived: number;
}

/** Milliseconds of CPU time by scale, which a busy machine does not stretch, and the maximum of megabytes. */
interface Measured {
  name: string;
  times: number[][];
  memory: number;
  /** The unit of cost: each archived message for a full pass, each unread one for the inbox listing. */
  per?: "archived" | "unread";
}

const home = mkdtempSync(join(tmpdir(), "ovld-scale-"));
/** Records the use of a short process at its exit. */
const hook = join(home, "used.cjs");
writeFileSync(
  hook,
  `process.on("exit", () => require("fs").writeFileSync(process.env.USED, JSON.stringify(process.resourceUsage())));`,
);

try {
  const fixtures: Fixture[] = [];
  for (const scale of SCALES) fixtures.push(await makeFixture(scale));
  console.log(`processor time at ${SCALES.join("×, ")}×; the ratio is 100× / 10×, of log --grep for each message`);
  for (const group of [commands, watchers, relays, servers]) report(await group(fixtures));
} finally {
  rmSync(home, { recursive: true, force: true });
}

function report(measured: readonly Measured[]): void {
  const rows = measured.flatMap(({ name, times, memory, per }): Row[] => {
    const units = SCALES.map((scale) => (per === "archived" ? scale : 1));
    const costs = times.map((sample, n) => median(sample) / (units[n] ?? 1));
    const [one = 0, ten = 0, hundred = 0] = costs;
    const shown = times.map((sample) => `${median(sample).toFixed(1)} ms`).join(" · ");
    const growth = per === "unread" ? {} : { target: MOST_GROWTH };
    return [
      { name, ratio: hundred / ten, ...growth, detail: `${shown}; 1 → 10: ${(ten / one).toFixed(2)} ×` },
      { name: `  memory / ${MOST_MEGABYTES} MB`, ratio: memory / MOST_MEGABYTES, target: 1, detail: mb(memory) },
    ];
  });
  printTable(rows);
}

async function commands(fixtures: readonly Fixture[]): Promise<Measured[]> {
  const cases = {
    "status --all": { argv: ["status", "--all", "--json"], rounds: ROUNDS },
    "dashboard, first picture": { argv: ["dashboard", "--plain", "--session", BIG], rounds: ROUNDS },
    "log --grep, all messages": { argv: ["log", "--grep", "needle", "--session", BIG], rounds: 1, per: "archived" },
  } as const;
  const measured: Measured[] = [];
  for (const [name, { argv, rounds, ...rest }] of Object.entries(cases)) {
    const times = fixtures.map((): number[] => []);
    let memory = 0;
    for (let round = 0; round < rounds; round++)
      for (const [n, fixture] of fixtures.entries()) {
        const { ms, megabytes } = await run(fixture, argv);
        times[n]?.push(ms);
        memory = Math.max(memory, megabytes);
      }
    measured.push({ name, times, memory, ...rest });
  }
  return measured;
}

async function run({ env }: Fixture, argv: readonly string[]): Promise<{ ms: number; megabytes: number }> {
  const usageFile = join(home, "used.json");
  const child = spawn(process.execPath, [resolve("dist/main.cjs"), ...argv], {
    env: { ...env, NODE_OPTIONS: `--require ${hook}`, USED: usageFile },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const status = await ended(child);
  if (status !== 0) throw new Error(`ovld ${argv.join(" ")} ended with ${status}`);
  const used = JSON.parse(readFileSync(usageFile, "utf8")) as NodeJS.ResourceUsage;
  return { ms: (used.userCPUTime + used.systemCPUTime) / 1000, megabytes: used.maxRSS / 1024 };
}

/** The relay of a role with all the unread mail. */
async function relays(fixtures: readonly Fixture[]): Promise<Measured[]> {
  const names = [
    "relay, start",
    "relay, send_message",
    "relay, get_status",
    "relay, check_inbox (64 KiB of the unread)",
  ];
  const times = names.map(() => fixtures.map((): number[] => []));
  let memory = 0;
  for (const [n, { env, relay }] of fixtures.entries()) {
    const child = spawn(process.execPath, [resolve("dist/main.cjs"), "relay"], {
      env: { ...env, OVLD_ROLE: READER, OVLD_RELAY_DIR: relay, OVLD_SESSION: BIG },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const ask = asker(child);
    const clientInfo = { name: "bench", version: "0" };
    await ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    times[0]?.[n]?.push(cpuOf(child));
    child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
    // The resender has checked all unread mail, and recorded that no role could be notified.
    await calm(child);
    const message = { to: "r1", subject: "s", body: "x".repeat(300) };
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, name] of ["send_message", "get_status", "check_inbox"].entries()) {
        const before = cpuOf(child);
        await ask("tools/call", { name, arguments: name === "send_message" ? message : {} });
        times[index + 1]?.[n]?.push(cpuOf(child) - before);
      }
    memory = Math.max(memory, mostResident(child));
    await end(child);
  }
  return names.map((name, index) => ({
    name,
    times: times[index] ?? [],
    memory,
    ...(name.includes("check_inbox") && { per: "unread" }),
  }));
}

function asker(child: ChildProcess): (method: string, params: object) => Promise<void> {
  let [id, wake] = [0, (_: number) => {}];
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", (line) => {
    wake((JSON.parse(line) as { id?: number }).id ?? -1);
  });
  return (method, params) => {
    const mine = ++id;
    const answered = new Promise<void>((done) => (wake = (answer) => answer === mine && done()));
    child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id: mine, method, params })}\n`);
    return answered;
  };
}

async function servers(fixtures: readonly Fixture[]): Promise<Measured[]> {
  const messages = `/api/v1/sessions/${BIG}/messages`;
  const cases: Record<string, (fixture: Fixture) => string> = {
    "API, newest page": () => `${messages}?order=newest&limit=100`,
    "API, oldest page": () => `${messages}?limit=100`,
    "API, one message": ({ archived }) => `${messages}/${idOf(Math.floor(archived / 2), archived)}`,
    "API, event stream until ready": () => "/api/v1/events?follow=false",
  };
  const names = Object.keys(cases);
  const times = names.map(() => fixtures.map((): number[] => []));
  let memory = 0;
  for (const [n, fixture] of fixtures.entries()) {
    const { child, url, token } = await serve(fixture);
    // Every army is read for the first time.
    await fetched(`${url}/api/v1/events?follow=false`, token);
    await calm(child);
    for (let round = -WARM_UP; round < ROUNDS; round++)
      for (const [index, path] of Object.values(cases).entries()) {
        const before = cpuOf(child);
        await fetched(url + path(fixture), token);
        if (round >= 0) times[index]?.[n]?.push(cpuOf(child) - before);
      }
    memory = Math.max(memory, mostResident(child));
    await end(child);
  }
  return names.map((name, index) => ({ name, times: times[index] ?? [], memory }));
}

async function serve({ env }: Fixture) {
  const argv = [resolve("dist/main.cjs"), "serve", "--port", "0", "--json"];
  const child = spawn(process.execPath, argv, { env, stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, token } = JSON.parse(line) as { url: string; token: string };
    return { child, url, token: readFileSync(token, "utf8").trim() };
  }
  throw new Error("the server has ended");
}

async function fetched(url: string, token: string): Promise<void> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** CPU time of a round of two seconds, once the watcher has read the archive. */
async function watchers(fixtures: readonly Fixture[]): Promise<Measured[]> {
  const times: number[][] = [];
  let memory = 0;
  for (const { env } of fixtures) {
    const tmux = (...argv: string[]) => execFileSync("tmux", argv, { env, encoding: "utf8" });
    tmux("-f", "/dev/null", "new-session", "-d", "-s", BIG, "sleep 100000");
    const child = spawn(process.execPath, [resolve("dist/main.cjs"), "watch", "--session", BIG], {
      env,
      stdio: ["ignore", "ignore", "inherit"],
    });
    await calm(child);
    const before = cpuOf(child);
    await pause(WATCHED_SECONDS * 1000);
    times.push([(cpuOf(child) - before) / (WATCHED_SECONDS / 2)]);
    memory = Math.max(memory, mostResident(child));
    await end(child);
    tmux("kill-server");
  }
  return [{ name: "watcher, a round", times, memory }];
}

async function makeFixture(scale: number): Promise<Fixture> {
  const folder = join(home, `x${scale}`);
  mkdirSync(folder);
  const env = { PATH: process.env.PATH ?? "", HOME: folder, TMUX_TMPDIR: folder, LANG: "C.UTF-8" };
  const paths = resolvePaths(env);
  mkdirSync(paths.home, { recursive: true });
  writeFileSync(paths.config, "[history]\ndays = 3650\nmegabytes = 1000000\n");
  const registry = openRegistry({ paths, clock: systemClock });
  for (let n = 0; n < ARMIES; n++) {
    const session = n === 0 ? BIG : `ovld-small-${n}`;
    const roster = rosterOf(session, n === 0 ? ROLE_IDS : ROLE_IDS.slice(0, 6));
    await registry.add({
      ...{ version: FORMAT, name: session, directory: `/castle/${n}`, started: new Date().toISOString() },
      ...{ multiplexer: "tmux", formation: "overlord", roster: roster.roles.map(({ id }) => id) },
      // The pane of the watchers' session: to the watcher every agent is alive, so it returns no mail meanwhile.
      panes: Object.fromEntries(roster.roles.map(({ id }) => [id, "%0"])),
      socketEnv: { TMUX_TMPDIR: folder },
    });
    const { relay } = sessionPaths(paths, session);
    mkdirSync(relay, { recursive: true });
    await fileRelayStore(relay).initialise(roster);
  }
  const { relay } = sessionPaths(paths, BIG);
  const archived = scale * ARCHIVED;
  writeArchive(relay, archived);
  for (let n = 0; n < scale * UNREAD; n++)
    writeMessage(join(relay, "inbox", READER), idOf(archived + n, archived), READER);
  return { env, relay, archived };
}

function rosterOf(session: string, ids: readonly string[]): Roster {
  const roles = ids.map((id, n) => ({ id, name: { en: id, ja: id }, icon: "*", rank: n + 1 }));
  const deadlines = { normal: 86_400, urgent: 86_400 };
  return { session, roles, settings: { lang: "en", knowledge: false, durability: "process", deadlines } };
}

function writeArchive(relay: string, archived: number): void {
  const made = new Set<string>();
  for (let n = 0; n < archived; n++) {
    const [id, to] = [idOf(n, archived), ROLE_IDS[n % ROLES] ?? ""];
    const folder = join(relay, "archive", to, id.slice(0, 5));
    if (!made.has(folder)) mkdirSync(folder);
    made.add(folder);
    writeMessage(folder, id, to);
  }
}

/** The last id was sent a moment ago. */
function idOf(n: number, archived: number): string {
  const time = Math.floor(now - 1_000_000 - (archived - n) * MESSAGE_EVERY);
  return formatId({ time, count: n % 32, nonce: "0".repeat(12) });
}

function writeMessage(folder: string, id: string, to: string): void {
  const from = to === "r1" ? "r2" : "r1";
  const fields = { from, to, subject: `about ${id}`, body: "x".repeat(200), priority: "normal" };
  const timestamp = new Date(now).toISOString();
  writeFileSync(join(folder, `${id}.json`), JSON.stringify({ ...fields, timestamp, id, thread: id, state: "queued" }));
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((done) => child.once("exit", (status) => done(status)));
}

async function end(child: ChildProcess): Promise<void> {
  const gone = ended(child);
  child.kill();
  await gone;
}

/** Resolves when a process has finished its one-time work. */
async function calm(child: ChildProcess): Promise<void> {
  for (let rounds = 0, last = 0; rounds < 3; rounds++) {
    await pause(4000);
    const now = cpuOf(child);
    if (now - last > 200) rounds = 0;
    last = now;
  }
}

/** Milliseconds of CPU time of all threads. */
function cpuOf({ pid }: ChildProcess): number {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const spent = tasks.map((task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]));
  return spent.reduce((sum, one) => sum + one, 0) / 1e6;
}

function mostResident({ pid }: ChildProcess): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

function mb(value: number): string {
  return `${value.toFixed(0)} MB`;
}
