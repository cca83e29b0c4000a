import { execFileSync, spawn } from "node:child_process";
import { closeSync, constants, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { claudeSenses } from "#agent-cli/claude/senses.ts";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import { sessionNotifier } from "#app/mail/session-notifier.ts";
import { systemClock } from "#base/clock.ts";
import { findProgram } from "#base/find-program.ts";
import { sessionPaths } from "#home/paths.ts";
import { mailer } from "#mail/mailer.ts";
import { USER } from "#mail/message.ts";
import type { MultiplexerKind } from "#multiplexer/multiplexer.ts";
import { tmux } from "#multiplexer/tmux/tmux.ts";
import { zellij } from "#multiplexer/zellij/zellij.ts";
import { fileRelayStore } from "#store/files/relay-store.ts";
import { oneRole } from "#test/support/one-role.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { isWaitingAt, waitHooksAt } from "../test/claude/agent-processes.ts";
import { installClaude } from "../test/claude/claude-code.ts";
import { type ModelRequest, type ScriptedModel, say, scriptedModel, use } from "../test/claude/scripted-model.ts";
import { median, percentile, printTable, type Row } from "./measure.ts";

/** Delivery to a real Claude Code with a scripted model: idle on both multiplexers, and busy. */
const ROUNDS = 100;
/** Milliseconds for the rounds of one multiplexer: an agent's turn takes up to seconds on a busy machine. */
const TIME_LIMIT = 90_000;
const MESSAGES = 1000;
const PART = 100;
const ROLE = "inferno";
const SESSION = "ovld-project";
const NOTICE = "You have mail: call check_inbox.";

/** Ends the turn of a busy agent. */
let release = () => {};

/** Reads mail when notified of it, and stays busy if the mail says so. */
async function script({ said, results, tools }: ModelRequest) {
  const tool = (name: string) => tools.find((one) => one.endsWith(name)) ?? name;
  const mail = results.find((result) => result.includes("messages"));
  if (mail?.includes("stay busy")) await new Promise<void>((done) => (release = done));
  return said.includes(NOTICE) && mail === undefined ? use(tool("check_inbox"), {}) : say("Done.");
}

type Bench = Awaited<ReturnType<typeof start>>;

/** An army of one real agent, and mail from the user to it. */
async function start(kind: MultiplexerKind, army: TemporaryArmy, model: ScriptedModel) {
  Object.assign(army.env, await installClaude(army, { model: model.url }));
  Object.assign(army.env, { OVLD_MULTIPLEXER: kind, OVLD_AUTONOMY: "full", OVLD_FORMATION: "one" });
  mkdirSync(army.paths.formations, { recursive: true });
  writeFileSync(join(army.paths.formations, "one.toml"), oneRole(ROLE));
  const summoned = await army.ovld(["summon", "--detach", "--no-rituals"]);
  if (summoned.status !== 0) throw new Error(`${summoned.stdout}${summoned.stderr}`);
  const folders = sessionPaths(army.paths, SESSION);
  const hooks = exchangePaths({ role: ROLE, ...folders });
  const store = fileRelayStore(folders.relay);
  const roster = await store.roster();
  const senses = claudeSenses();
  let storedAt = 0;
  const mail: typeof store.mail = {
    ...store.mail,
    async put(message) {
      await store.mail.put(message);
      storedAt = performance.now();
    },
  };
  const notifier = sessionNotifier({
    ...{ roster, folders, pending: store.pending, clock: systemClock },
    sensesOf: () => senses,
    paneInput: { tmux, zellij }[kind]({ program: kind, env: army.env }),
  });
  const post = mailer({ store: { ...store, mail }, roster, clock: systemClock, notifier });
  return {
    ...{ army, model, store, hooks },
    write: (body: string) => post.send({ from: USER, to: ROLE, subject: "order", body }),
    storedAt: () => storedAt,
    async rests() {
      const isReady = async () => (await senses.observer.mood({ role: ROLE, ...folders })).mood === "ready";
      await until(async () => (await isReady()) && waitHooksAt(hooks.fifo).length === 1, "the agent does not rest");
    },
  };
}

async function until(isSo: () => boolean | Promise<boolean>, otherwise: string, every = 5): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await isSo()); await systemClock.wait(every))
    if (Date.now() > deadline) throw new Error(otherwise);
}

/** The first request from index `from` on that has the text. */
async function requestWith({ model }: Bench, text: string, from: number): Promise<ModelRequest> {
  const find = () => model.requests.slice(from).find(({ said }) => said.includes(text));
  await until(() => find() !== undefined, `no request has ${text}`, 2);
  return find() as ModelRequest;
}

/** From a stored message to the model's request of an idle agent, and a line through a FIFO, in turn. */
async function idleTimes(bench: Bench): Promise<{ ours: number[]; bare: number[]; late: number }> {
  const times = { ours: [] as number[], bare: [] as number[], late: 0 };
  const fifo = join(bench.army.folder, "bare");
  execFileSync("mkfifo", [fifo]);
  const deadline = performance.now() + TIME_LIMIT;
  for (let round = 0; round < ROUNDS && performance.now() < deadline; round++) {
    times.bare.push(await fifoTime(fifo));
    await bench.rests();
    const from = bench.model.requests.length;
    const { delivery } = await bench.write(`order ${round}`);
    const { at } = await requestWith(bench, NOTICE, from);
    if (delivery.state === "woken") times.ours.push(at - bench.storedAt());
    else times.late++;
    await requestWith(bench, `order ${round}`, from);
  }
  await bench.rests();
  return times;
}

async function fifoTime(fifo: string): Promise<number> {
  const reader = spawn("sh", ["-c", 'exec 3<>"$0"; read -r line <&3; exit 2', fifo], { stdio: "ignore" });
  const ended = new Promise((done) => reader.on("exit", done));
  await until(() => isWaitingAt(reader.pid ?? 0, fifo), "the reader of the FIFO does not wait", 1);
  const before = performance.now();
  const descriptor = openSync(fifo, constants.O_WRONLY | constants.O_NONBLOCK);
  writeSync(descriptor, `${NOTICE}\n`);
  closeSync(descriptor);
  await ended;
  return performance.now() - before;
}

/** Processor time of each part of the messages to an agent whose model does not answer, in milliseconds per message. */
async function busyCosts(bench: Bench): Promise<number[]> {
  const from = bench.model.requests.length;
  await bench.write("stay busy");
  await requestWith(bench, "stay busy", from);
  const costs: number[] = [];
  for (let part = 0; part < MESSAGES / PART; part++) {
    const before = process.cpuUsage();
    for (let count = 0; count < PART; count++) await bench.write(`order ${count}`);
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1000 / PART);
  }
  release();
  return costs;
}

async function measure(kind: MultiplexerKind): Promise<Row[]> {
  await using model = await scriptedModel(script);
  await using army = await temporaryArmy();
  const bench = await start(kind, army, model);
  const idle = await idleTimes(bench);
  const rows = [
    idleRow(`${kind}: stored → model request of an idle agent`, idle.ours, idle.bare, idle.late),
    idleRow("  a line through a FIFO, read by a shell", idle.bare, idle.bare, 0),
  ];
  if (kind === "tmux") rows.push(busyRow(await busyCosts(bench)));
  await army.ovld(["unsummon", "--force"]);
  return rows;
}

function idleRow(name: string, times: readonly number[], bare: readonly number[], late: number): Row {
  return {
    name,
    ratio: median(times) / median(bare),
    detail: `${spread(times)}, ${times.length} times${lateness(late)}`,
  };
}

const lateness = (late: number) => (late > 0 ? `, ${late} more by a later notification` : "");

const spread = (times: readonly number[]) =>
  [0.5, 0.99].map((share) => `p${share * 100} ${percentile(times, share).toFixed(1)} ms`).join(", ");

/** The cost of a message must not grow with the number of unread ones. */
function busyRow(costs: readonly number[]): Row {
  const [first = Number.NaN, last = Number.NaN] = [costs[0], costs.at(-1)];
  const detail = `processor time: first ${PART} ${first.toFixed(2)} ms, last ${PART} ${last.toFixed(2)} ms each`;
  return { name: `${MESSAGES} messages to one busy agent`, ratio: last / first, target: 1.3, detail };
}

const kinds = (["tmux", "zellij"] as const).filter((kind) => findProgram(kind, process.env.PATH));
const rows: Row[] = [];
for (const kind of kinds) rows.push(...(await measure(kind)));
printTable(rows);
