import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileRelayStore } from "#store/files/relay-store.ts";
import { sixRoles } from "#test/support/six-roles.ts";
import { median, printTable } from "./measure.ts";

const ROUNDS = 15;
const MEMORY_LIMIT_MB = 10;

const home = mkdtempSync(join(tmpdir(), "ovld-bench-"));
const relayFolder = join(home, "sessions", "ovld-bench", "relay");
mkdirSync(relayFolder, { recursive: true });
// `ovld summon` makes this folder; the first relay that runs for some seconds stores its code there.
mkdirSync(join(home, ".config", "ovld", "code"), { recursive: true });
await fileRelayStore(relayFolder).initialise({ ...sixRoles(), session: "ovld-bench" });
const [empty, waiting] = [join(home, "empty.mjs"), join(home, "waiting.mjs")];
writeFileSync(empty, "");
writeFileSync(waiting, `process.stdin.resume(); process.stdout.write("\\n");`);

const inherited = { ...process.env, HOME: home };
/** Node reads the certificates of NODE_EXTRA_CA_CERTS at start-up, which makes an empty start slow. */
const bare = { PATH: process.env.PATH, HOME: home };
const forRole = (role: string) => ({ OVLD_ROLE: role, OVLD_RELAY_DIR: relayFolder, OVLD_SESSION: "ovld-bench" });
const request = (id: number, method: string, params: object = {}) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
const initialize = request(1, "initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bench", version: "0" },
});

function start(env: NodeJS.ProcessEnv, ...argv: string[]): ChildProcess {
  return spawn(process.execPath, argv, { env, stdio: ["pipe", "pipe", "inherit"] });
}

const startRelay = (env: NodeJS.ProcessEnv, role = "inferno") =>
  start({ ...env, ...forRole(role) }, resolve("dist/main.cjs"), "relay");

function line(child: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    child.stdout?.once("data", () => done());
    child.once("exit", (status) => fail(new Error(`ended with ${status} before it answered`)));
  });
}

function gone(child: ChildProcess): Promise<void> {
  return new Promise((done) => child.once("exit", () => done()));
}

/** Milliseconds until an empty program has ended, and until a relay has answered. */
async function startTimes(env: NodeJS.ProcessEnv) {
  const times = { empty: [] as number[], relay: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const before = performance.now();
    await gone(start(env, empty));
    times.empty.push(performance.now() - before);

    const from = performance.now();
    const relay = startRelay(env);
    relay.stdin?.write(initialize);
    await line(relay);
    times.relay.push(performance.now() - from);
    relay.stdin?.end();
    await gone(relay);
  }
  return { empty: median(times.empty), relay: median(times.relay) };
}

function megabytes({ pid }: ChildProcess, file: string, field: string): number {
  const text = readFileSync(`/proc/${pid}/${file}`, "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(text)?.[1]) / 1024;
}
const resident = (child: ChildProcess) => megabytes(child, "status", "VmRSS");
const proportional = (child: ChildProcess) => megabytes(child, "smaps_rollup", "Pss");

/** Resident memory of an idle Node, and of a relay that has listed its tools and read an inbox. */
async function memory() {
  const node = start(inherited, waiting);
  await line(node);
  const relay = startRelay(inherited);
  for (const text of [
    initialize,
    request(2, "tools/list"),
    request(3, "tools/call", { name: "check_inbox", arguments: {} }),
  ]) {
    relay.stdin?.write(text);
    await line(relay);
  }
  const sizes = { empty: resident(node), relay: resident(relay) };
  for (const child of [node, relay]) child.stdin?.end();
  await Promise.all([node, relay].map(gone));
  return sizes;
}

async function sixAtOnce() {
  const from = performance.now();
  const relays = sixRoles().roles.map(({ id }) => startRelay(inherited, id));
  for (const relay of relays) relay.stdin?.write(initialize);
  await Promise.all(relays.map(line));
  const ready = performance.now() - from;
  const sum = (size: (child: ChildProcess) => number) => relays.reduce((total, relay) => total + size(relay), 0);
  const sizes = { resident: sum(resident), proportional: sum(proportional) };
  for (const relay of relays) relay.stdin?.end();
  await Promise.all(relays.map(gone));
  return { ready, ...sizes };
}

const ms = ({ relay, empty }: { relay: number; empty: number }) => `${relay.toFixed(1)} ms / ${empty.toFixed(1)} ms`;
const here = await startTimes(inherited);
const elsewhere = await startTimes(bare);
const sizes = await memory();
const six = await sixAtOnce();
rmSync(home, { recursive: true });

printTable([
  { name: "spawn → initialize / empty Node", ratio: here.relay / here.empty, target: 2, detail: ms(here) },
  {
    name: "spawn → initialize / empty Node, bare environment",
    ratio: elsewhere.relay / elsewhere.empty,
    target: 2,
    detail: ms(elsewhere),
  },
  {
    name: `memory above empty Node / ${MEMORY_LIMIT_MB} MB`,
    ratio: (sizes.relay - sizes.empty) / MEMORY_LIMIT_MB,
    target: 1,
    detail: `${sizes.relay.toFixed(1)} MB − ${sizes.empty.toFixed(1)} MB`,
  },
  {
    name: "six at once / empty Node",
    ratio: six.ready / here.empty,
    detail: `${six.ready.toFixed(0)} ms, resident ${six.resident.toFixed(0)} MB, proportional ${six.proportional.toFixed(0)} MB`,
  },
]);
