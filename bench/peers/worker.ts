import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** What a worker is asked: one line of JSON. */
export type Request =
  | { job: "send"; session: string; window: string; pane: string; text: string }
  | { job: "panes"; socket: string; windows: Record<string, number> }
  | { job: "put"; folder: string; from: string; bodies: string[] };

/** A line of a worker: an acknowledged message, or the end of a request. */
interface Reply {
  ack?: string;
  ms?: number;
  ok?: boolean;
  why?: string;
}

export interface Answer {
  /** Whether the program says that it did it. */
  ok: boolean;
  why: string;
  /** Of each acknowledged message, in milliseconds. */
  times: number[];
}

/** A program of a peer that is started already, so that a call measures the peer and not its interpreter. */
export interface Worker {
  ask(request: Request): Promise<Answer>;
  /** Acknowledged so far. */
  acks: string[];
  /** SIGKILL to the process and its children. */
  kill(): void;
}

/** Milliseconds for one request. */
const PATIENCE = 120_000;

process.setMaxListeners(100);

export async function startWorker(argv: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Promise<Worker> {
  const [program = "", ...args] = argv;
  const child: ChildProcess = spawn(program, args, { env, cwd, detached: true, stdio: ["pipe", "pipe", "inherit"] });
  const acks: string[] = [];
  let answer = (_: Reply) => {};
  let times: number[] = [];
  child.stdin?.on("error", () => {});
  child.on("exit", () => answer({ ok: false, why: "the worker ended" }));
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  lines.on("line", (line) => {
    if (!line.startsWith("{")) return;
    const reply = JSON.parse(line) as Reply;
    if (reply.ack === undefined) return answer(reply);
    acks.push(reply.ack);
    times.push(reply.ms ?? Number.NaN);
  });
  const kill = () => {
    try {
      process.kill(-(child.pid as number), "SIGKILL");
    } catch {
      // It has ended already.
    }
  };
  process.on("exit", kill);
  const replied = (patience: number) =>
    new Promise<Answer>((done) => {
      const late = setTimeout(() => answer({ ok: false, why: "no answer in time" }), patience);
      answer = ({ ok = false, why = "" }) => {
        clearTimeout(late);
        done({ ok, why, times });
      };
    });
  const { ok } = await replied(30_000);
  if (!ok) throw new Error(`${program} does not start`);
  return {
    acks,
    kill,
    ask(request) {
      times = [];
      const reply = replied(PATIENCE);
      child.stdin?.write(`${JSON.stringify(request)}\n`);
      return reply;
    },
  };
}

/** A peer that does not start is named, and the others are measured. */
export async function orSay<T>(name: string, start: () => Promise<T>): Promise<T | undefined> {
  try {
    return await start();
  } catch (error) {
    console.log(`${name} is not measured here: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}
