import { type ChildProcess, execFileSync, fork, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { systemClock } from "#base/clock.ts";
import { FORMAT } from "#base/format.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { openRegistry } from "#home/registry.ts";
import { fileRelayStore } from "#store/files/relay-store.ts";
import { sixRoles } from "#test/support/six-roles.ts";
import { median, percentile, printTable, type Row } from "./measure.ts";

const ROUNDS = 150;
const STARTS = 8;
const IDLE_SECONDS = 60;
const ARCHIVED = 10_000;
const FRAME = 100;
const [MOST_CPU, MOST_MEMORY] = [1, 75];
const self = fileURLToPath(import.meta.url);

if (process.send) process.once("message", (folder: string) => pushNames(folder));
else await measure();

/** The bare limit: a watch of one folder that pushes names over loopback. */
function pushNames(folder: string): void {
  const server = createServer((socket) => watch(folder, (_, name) => socket.write(`${name}\n`)));
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
}

async function measure(): Promise<void> {
  const fixture = mkdtempSync(join(tmpdir(), "ovld-bench-"));
  try {
    const [empty, full] = [await anArmy(fixture, "empty", 0), await anArmy(fixture, "full", ARCHIVED)];
    const rows: Row[] = [];
    rows.push(...(await latency(fixture, empty, full)), await starts(empty, full), ...(await idle(empty)));
    printTable(rows);
  } finally {
    rmSync(fixture, { recursive: true, force: true });
  }
}

interface Army {
  env: Record<string, string>;
  relay: string;
}

async function latency(fixture: string, empty: Army, full: Army): Promise<Row[]> {
  const folder = join(fixture, "bare");
  mkdirSync(folder);
  const bare = fork(self);
  bare.send(folder);
  const port = await new Promise<number>((done) => bare.once("message", (value) => done(value as number)));
  const socket = connect(port, "127.0.0.1");
  const pushed = lines(socket);
  const views = { empty: await openDashboard(empty), full: await openDashboard(full) };
  const times = { bare: [] as number[], empty: [] as number[], full: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    times.bare.push(
      await timed(pushed(`${round}.json`), () => {
        writeFileSync(join(fixture, "file"), "x".repeat(300));
        renameSync(join(fixture, "file"), join(folder, `${round}.json`));
      }),
    );
    for (const [name, { relay }] of Object.entries({ empty, full }) as ["empty" | "full", Army][]) {
      times[name].push(await timed(views[name].draws(`drawn ${round}.`), () => send(relay, `drawn ${round}.`)));
      if (round % 20 === 19) await (await fileRelayStore(relay).mail.take("inferno")).acknowledge();
    }
    // Bursts are coalesced for a few milliseconds; this case measures single messages.
    await pause(120);
  }
  socket.destroy();
  for (const view of Object.values(views)) view.close();
  bare.kill();
  const allowed = 3 * median(times.bare) + FRAME;
  return [
    {
      name: "message stored → drawn / 3 × bare fs.watch + push, and a frame",
      ratio: median(times.empty) / allowed,
      target: 1,
      detail: `${show(times.empty)} / ${allowed.toFixed(0)} ms; bare ${show(times.bare)}`,
    },
    {
      name: `message stored → drawn with ${ARCHIVED} archived / with none`,
      ratio: median(times.full) / median(times.empty),
      target: 1.3,
      detail: `${show(times.full)} / ${show(times.empty)}`,
    },
  ];
}

async function starts(empty: Army, full: Army): Promise<Row> {
  const times = { empty: [] as number[], full: [] as number[] };
  for (let round = 0; round < STARTS; round++)
    for (const [name, army] of Object.entries({ empty, full }) as ["empty" | "full", Army][]) {
      const from = performance.now();
      const view = await openDashboard(army);
      times[name].push(performance.now() - from);
      view.close();
    }
  return {
    name: `start → first picture with ${ARCHIVED} archived / with none`,
    ratio: median(times.full) / median(times.empty),
    target: 1.2,
    detail: `${show(times.full)} / ${show(times.empty)}`,
  };
}

async function idle(army: Army): Promise<Row[]> {
  const view = await openDashboard(army);
  await pause(5000);
  const before = view.cpu();
  await pause(IDLE_SECONDS * 1000);
  const [share, memory] = [(100 * (view.cpu() - before)) / IDLE_SECONDS, view.memory()];
  for (let count = 0; count < 200; count++) {
    await send(army.relay, `burst ${count}`);
    await pause(20);
  }
  await pause(30_000);
  const after = view.memory();
  view.close();
  const of = (name: string, megabytes: number) => ({
    name,
    ratio: megabytes / MOST_MEMORY,
    target: 1,
    detail: `${megabytes.toFixed(1)} MB resident`,
  });
  return [
    { name: `idle / ${MOST_CPU} % of a core`, ratio: share / MOST_CPU, target: 1, detail: `${share.toFixed(2)} %` },
    of(`memory, idle / ${MOST_MEMORY} MB`, memory),
    of("the same half a minute after 200 messages", after),
  ];
}

async function anArmy(fixture: string, name: string, archived: number): Promise<Army> {
  const folder = join(fixture, name);
  mkdirSync(folder);
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    TMUX_TMPDIR: folder,
    LANG: "C.UTF-8",
    TERM: "screen-256color",
  };
  const paths = resolvePaths(env);
  const session = "ovld-bench";
  const { relay } = sessionPaths(paths, session);
  const roster = { ...sixRoles(), session };
  await openRegistry({ paths, clock: systemClock }).add({
    ...{ version: FORMAT, name: session, directory: "/castle", started: new Date().toISOString(), multiplexer: "tmux" },
    ...{ formation: "overlord", roster: roster.roles.map(({ id }) => id), panes: {} },
  });
  mkdirSync(relay, { recursive: true });
  await fileRelayStore(relay).initialise(roster);
  for (let count = 0; count < archived; count++) {
    const to = roster.roles[count % roster.roles.length]?.id ?? "";
    const id = `0000${String(count).padStart(8, "0")}`;
    const message = { ...messageTo(to, `old ${count}`), id, thread: id };
    const part = join(relay, "archive", to, id.slice(0, 5));
    mkdirSync(part, { recursive: true });
    writeFileSync(join(part, `${id}.json`), JSON.stringify(message));
  }
  return { env, relay };
}

async function send(relay: string, subject: string): Promise<void> {
  const store = fileRelayStore(relay);
  const id = await store.mail.nextId();
  await store.mail.put({ ...messageTo("inferno", subject), id, thread: id });
}

function messageTo(to: string, subject: string) {
  const timestamp = new Date().toISOString();
  return {
    from: "overlord",
    to,
    subject,
    body: "x".repeat(300),
    priority: "normal",
    state: "queued",
    timestamp,
  } as const;
}

interface View {
  /** Resolves when this text is written to the terminal. */
  draws(text: string): Promise<void>;
  /** Seconds of CPU time so far. */
  cpu(): number;
  memory(): number;
  close(): void;
}

/** The dashboard on a terminal of 120 × 40 whose output arrives immediately: tmux in control mode. */
async function openDashboard({ env }: Army): Promise<View> {
  const socket = join(env.HOME ?? "", `tmux-${process.hrtime.bigint()}`);
  const program = `exec env -u TMUX '${process.execPath}' '${resolve("dist/main.cjs")}' dashboard --session ovld-bench`;
  const args = ["-S", socket, "-f", "/dev/null", "-C", "new-session", "-x", "120", "-y", "40", program];
  const client: ChildProcess = spawn("tmux", args, { env, stdio: ["pipe", "pipe", "inherit"] });
  client.stdin?.write("refresh-client -C 120,40\n");
  const draws = lines(client.stdout as NodeJS.ReadableStream);
  await draws("Workers");
  const pid = execFileSync("tmux", ["-S", socket, "list-panes", "-F", "#{pane_pid}"], { env, encoding: "utf8" }).trim();
  return {
    draws,
    cpu() {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
    memory: () => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024,
    close: () => void execFileSync("tmux", ["-S", socket, "kill-server"], { env }),
  };
}

function lines(stream: NodeJS.ReadableStream): (text: string) => Promise<void> {
  let wake = (_: string) => {};
  createInterface({ input: stream }).on("line", (line) => wake(line));
  return (text) => new Promise((done) => (wake = (line) => line.includes(text) && done()));
}

/** Milliseconds after the end of `act`. */
async function timed(seen: Promise<void>, act: () => unknown): Promise<number> {
  await act();
  const from = performance.now();
  await seen;
  return performance.now() - from;
}

function show(of: readonly number[]): string {
  return `${median(of).toFixed(1)} ms (p95 ${percentile(of, 0.95).toFixed(1)})`;
}
