import { type ChildProcess, fork, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from "node:fs";
import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
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
import { median, percentile, printTable } from "./measure.ts";

const ROUNDS = 300;
const CLIENTS = 200;
const PER_SECOND = 100;
const SECONDS = Number(process.env.DURATION ?? 60);
const SESSION = "ovld-bench";
const self = fileURLToPath(import.meta.url);

/** Orders between the processes of the bench, over IPC; the token must not be on a command line. */
type Order =
  | { part: "bare" | "store"; folder: string }
  | { part: "clients"; url: string; token: string; messages: number }
  | { part: "writer"; folder: string; messages: number };

if (process.send) process.once("message", (order: Order) => void parts[order.part](order as never));
else await measure();

const parts = {
  /** The bare limit: a watch of one folder that pushes names to its clients. */
  async bare({ folder }: { folder: string }) {
    const push = pusher();
    watch(folder, (_, name) => push(`${name}`));
  },

  /** The store's own watch and reads, which shows the store's share of the API's time. */
  async store({ folder }: { folder: string }) {
    const push = pusher();
    const { mail } = fileRelayStore(folder);
    const known = new Set<string>();
    for await (const among of mail.watch({ role: "inferno", signal: new AbortController().signal }))
      for (const { id } of await mail.unread("inferno", { known, among })) {
        known.add(id);
        push(id);
      }
  },

  /** Many clients that each record the messages they saw. */
  async clients({ url, token, messages }: { url: string; token: string; messages: number }) {
    const seen = Array.from({ length: CLIENTS }, () => new Uint8Array(messages));
    let waiting = CLIENTS;
    for (const mine of seen)
      follow(url, token, (event) => {
        if (event.includes("\nevent: ready\n") && --waiting === 0) process.send?.("ready");
        const subject = /^event: message$[\s\S]*"subject":"(\d+)"/m.exec(event)?.[1];
        if (subject !== undefined) mine[Number(subject)] = (mine[Number(subject)] ?? 0) + 1;
      });
    process.on("message", () => {
      const count = (test: (times: number) => boolean) =>
        seen.reduce((sum, mine) => sum + mine.reduce((all, times) => all + (test(times) ? 1 : 0), 0), 0);
      process.send?.({ missed: count((times) => times === 0), repeated: count((times) => times > 1) });
    });
  },

  /** An army at work: mail at a steady pace, read on arrival. */
  async writer({ folder, messages }: { folder: string; messages: number }) {
    const store = fileRelayStore(folder);
    const roles = sixRoles().roles.map(({ id }) => id);
    const began = performance.now();
    for (let sent = 0; sent < messages; sent++) {
      const to = roles[sent % roles.length] ?? "";
      await store.mail.put(await message(store, to, String(sent)));
      if (sent % 50 === 49) await (await store.mail.take(roles[((sent / 50) % roles.length) | 0] ?? "")).acknowledge();
      await pause(Math.max(0, began + ((sent + 1) * 1000) / PER_SECOND - performance.now()));
    }
    process.send?.("done");
  },
};

/** Pushes names to its clients, and prints the port. */
function pusher(): (name: string) => void {
  const listeners = new Set<ServerResponse>();
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(":\n\n");
    listeners.add(response);
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
  return (name) => {
    for (const one of listeners) one.write(`id: ${name}\ndata: ${name}\n\n`);
  };
}

async function measure(): Promise<void> {
  const fixture = mkdtempSync(join(tmpdir(), "ovld-bench-"));
  const env = { PATH: process.env.PATH, HOME: join(fixture, "home"), OVLD_HOME: join(fixture, "ovld") };
  const folder = await registerArmy(env);
  const server = await serve(env);
  const [bareFolder, storeFolder] = [join(fixture, "bare"), join(fixture, "store")];
  for (const one of [bareFolder, storeFolder]) mkdirSync(one);
  await fileRelayStore(storeFolder).initialise(sixRoles());
  const [bare, plain] = [fork(self), fork(self)];
  const urlOf = async (child: ChildProcess, order: Order) => `http://127.0.0.1:${await asked<number>(child, order)}`;
  try {
    const bareUrl = await urlOf(bare, { part: "bare", folder: bareFolder });
    const storeUrl = await urlOf(plain, { part: "store", folder: storeFolder });
    await latency({ folder, bareFolder, storeFolder, bareUrl, storeUrl, ...server });
    await load({ folder, ...server });
  } finally {
    await Promise.all([bare, plain, server.child].map(end));
    rmSync(fixture, { recursive: true, force: true });
  }
}

interface Targets {
  folder: string;
  bareFolder: string;
  storeFolder: string;
  url: string;
  bareUrl: string;
  storeUrl: string;
  token: string;
}

async function latency({ folder, bareFolder, storeFolder, url, bareUrl, storeUrl, token }: Targets) {
  let wake = (_: string) => {};
  const until = (text: string) => new Promise<void>((done) => (wake = (event) => event.includes(text) && done()));
  const connect = async (address: string, first: string) => {
    const connected = until(first);
    follow(address, token, (event) => wake(event));
    await connected;
  };
  await connect(`${url}/api/v1/events`, "event: ready");
  for (const address of [bareUrl, storeUrl]) await connect(address, ":");

  /** Milliseconds from storing to the moment its name is seen. */
  const seen = async (name: string, put: () => unknown) => {
    const seen = until(name);
    await put();
    const from = performance.now();
    await seen;
    return performance.now() - from;
  };
  const bare = async (round: number) => {
    const [name, temporary] = [`${round}.json`, join(bareFolder, `../${round}.json`)];
    writeFileSync(temporary, "x".repeat(300));
    return seen(`data: ${name}`, () => renameSync(temporary, join(bareFolder, name)));
  };
  const through = (root: string) => {
    const { mail } = fileRelayStore(root);
    return async (round: number) => {
      const draft = await message({ mail }, "inferno", `latency ${round}`);
      const time = await seen(draft.id, () => mail.put(draft));
      if (round % 20 === 19) await (await mail.take("inferno")).acknowledge();
      return time;
    };
  };
  const cases = { bare, store: through(storeFolder), api: through(folder) };
  const times = { bare: [] as number[], store: [] as number[], api: [] as number[] };
  for (let round = 0; round < ROUNDS; round++)
    for (const name of ["bare", "store", "api"] as const) {
      times[name].push(await cases[name](round));
      await pause(5);
    }
  const show = (of: number[]) => `${median(of).toFixed(2)} ms (p95 ${percentile(of, 0.95).toFixed(2)})`;
  const row = (name: string, of: "api" | "store", to: "bare" | "store", target?: number) => ({
    name,
    ratio: median(times[of]) / median(times[to]),
    ...(target !== undefined && { target }),
    detail: `${show(times[of])} / ${show(times[to])}`,
  });
  printTable([
    row("stored → seen by an SSE client / bare fs.watch + push", "api", "bare", 3),
    row("  … the store's own watch and reading + push / bare", "store", "bare"),
    row("  … the API / the store's own watch and reading + push", "api", "store"),
  ]);
}

async function load({
  folder,
  url,
  token,
  child,
}: {
  folder: string;
  url: string;
  token: string;
  child: ChildProcess;
}) {
  const messages = SECONDS * PER_SECOND;
  const [clients, writer] = [fork(self), fork(self)];
  try {
    await asked(clients, { part: "clients", url: `${url}/api/v1/events`, token, messages });
    const sizes: number[] = [];
    const sampling = setInterval(() => sizes.push(resident(child)), 500);
    const before = cpuSeconds(child);
    await asked(writer, { part: "writer", folder, messages });
    const cpu = cpuSeconds(child) - before;
    clearInterval(sampling);
    const seen = () => asked<{ missed: number; repeated: number }>(clients, { part: "clients" } as Order);
    let { missed, repeated } = await seen();
    for (let tries = 0; missed > 0 && tries < 100; tries++) {
      await pause(100);
      ({ missed, repeated } = await seen());
    }
    const part = (from: number, to: number) => median(sizes.slice(sizes.length * from, sizes.length * to));
    const [early, late] = [part(0.25, 0.5), part(0.75, 1)];
    console.log(
      `${CLIENTS} clients, ${PER_SECOND} messages/s, ${SECONDS} s: ${missed} missed, ${repeated} repeated of ${messages * CLIENTS}; ` +
        `${((100 * cpu) / SECONDS).toFixed(0)} % of a core`,
    );
    printTable([
      { name: "messages missed or repeated", ratio: missed + repeated, target: 0 },
      {
        name: "memory, last quarter / second quarter",
        ratio: late / early,
        target: 1.15,
        detail: `${late.toFixed(0)} MB / ${early.toFixed(0)} MB`,
      },
    ]);
  } finally {
    await Promise.all([clients, writer].map(end));
  }
}

async function message(store: Pick<ReturnType<typeof fileRelayStore>, "mail">, to: string, subject: string) {
  const id = await store.mail.nextId();
  const timestamp = new Date().toISOString();
  const base = { from: "overlord", to, subject, body: "x".repeat(200), priority: "normal", state: "queued" } as const;
  return { ...base, id, thread: id, timestamp };
}

async function registerArmy(env: Record<string, string | undefined>): Promise<string> {
  const paths = resolvePaths(env);
  const { relay } = sessionPaths(paths, SESSION);
  const roster = { ...sixRoles(), session: SESSION };
  await openRegistry({ paths, clock: systemClock }).add({
    version: FORMAT,
    name: SESSION,
    directory: "/",
    started: new Date().toISOString(),
    multiplexer: "tmux",
    formation: "overlord",
    roster: roster.roles.map(({ id }) => id),
    panes: {},
  });
  mkdirSync(relay, { recursive: true });
  await fileRelayStore(relay).initialise(roster);
  return relay;
}

async function serve(env: NodeJS.ProcessEnv) {
  const argv = [resolve("dist/main.cjs"), "serve", "--port", "0", "--json"];
  const child = spawn(process.execPath, argv, { env, stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, token } = JSON.parse(line) as { url: string; token: string };
    return { child, url, token: readFileSync(token, "utf8").trim() };
  }
  throw new Error("the server did not start");
}

/** Passes every event of a stream to `onEvent`. */
function follow(url: string, token: string, onEvent: (event: string) => void): void {
  get(url, { headers: { authorization: `Bearer ${token}` }, agent: false }, (response: IncomingMessage) => {
    let text = "";
    response.setEncoding("utf8").on("data", (chunk: string) => {
      const events = (text + chunk).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) onEvent(event);
    });
  });
}

function asked<T>(child: ChildProcess, order: Order): Promise<T> {
  child.send(order);
  return new Promise((done) => child.once("message", (answer) => done(answer as T)));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((done) => child.once("exit", () => done()));
  child.kill();
  await gone;
}

function resident({ pid }: ChildProcess): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

function cpuSeconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
