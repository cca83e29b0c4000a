import { spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { median, percentile, printTable, type Row } from "./measure.ts";

/**
 * Two promises of `ovld summon --detach`: the time until seven panes run their programs, against the multiplexer alone
 * with the same commands, and the time from the slowest agent's readiness to the end of `summon`. The programs in the
 * panes record both, so no query reaches a multiplexer that is still starting.
 */
const ROUNDS = 12;
const SLOW_ROUNDS = 4;
const TARGET = 1.5;
/** Milliseconds after the slowest agent. */
const READY_TARGET = 100;
const AGENTS = 6;

const fixture = mkdtempSync(join(tmpdir(), "ovld-bench-"));
const at = (...names: string[]) => join(fixture, ...names);
for (const name of ["home", "project", "z", "t", "bin", "stamps"]) mkdirSync(at(name), { mode: 0o700 });
/** Its first action records its start; it is ready after as many seconds as `slow` says. */
const AGENT = `#!/bin/bash
started=$EPOCHREALTIME
for word; do case $word in */settings/*.json) name=\${word##*/} folder=\${word%/settings/*}/bell/\${name%.json} ;; esac; done
echo "$started" >"${at("stamps")}/\${name%.json}.started"
printf '{"session_id":"x"}' | "${resolve("dist/hooks/start.sh")}" "$folder"
read -r slow <"${at("slow")}"
[ "$slow" = 0 ] || sleep "$slow"
echo "$EPOCHREALTIME" >"${at("stamps")}/\${name%.json}.ready"
"${resolve("dist/hooks/mood.sh")}" "$folder" ready </dev/null
exec cat
`;
writeFileSync(at("bin", "claude"), AGENT);
chmodSync(at("bin", "claude"), 0o755);
writeFileSync(at("slow"), "0\n");
const env = {
  PATH: `${at("bin")}:${process.env.PATH}`,
  HOME: at("home"),
  ZELLIJ_SOCKET_DIR: at("z"),
  TMUX_TMPDIR: at("t"),
  TERM: "xterm-256color",
};
const options = { env, cwd: at("project"), encoding: "utf8" } as const;

function call(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, options);
  if (status !== 0) throw new Error(`${program} ${args.slice(0, 4).join(" ")}: ${stderr}`);
  return stdout;
}
type Argv = readonly [program: string, ...args: string[]];
const ovld = (...args: string[]): Argv => [process.execPath, resolve("dist/main.cjs"), ...args];
const summon = (kind: string) => ovld("summon", "--detach", "--no-rituals", "--mux", kind);
const unsummon = () => call(...ovld("unsummon", "--force"));

// Leaves nothing running after a failure.
process.once("exit", () => {
  const [node, ...args] = ovld("unsummon", "--all", "--force");
  spawnSync(node, args, options);
  spawnSync("zellij", ["delete-all-sessions", "--yes", "--force"], options);
  for (const socket of ["default", "bare"]) spawnSync("tmux", ["-L", socket, "kill-server"], options);
  rmSync(fixture, { recursive: true, force: true });
});

interface Times {
  /** Milliseconds from the start of a command until seven panes run their programs. */
  panes: number;
  /** Milliseconds from the readiness of the slowest agent to the end of the command. */
  afterReady: number;
}

/** Runs a command that makes the seven panes. */
async function times([program, ...args]: Argv): Promise<Times> {
  for (const name of readdirSync(at("stamps"))) rmSync(at("stamps", name));
  const before = new Set(processes());
  const start = Date.now();
  const child = spawn(program, args, { ...options, stdio: ["ignore", "ignore", "inherit"] });
  const ended = new Promise<number>((done, fail) => {
    child.once("exit", (status) =>
      status === 0 ? done(Date.now()) : fail(new Error(`${program} ${args[0]} ended with ${status}`)),
    );
  });
  const [panes, end] = await Promise.all([lastPane(before), ended]);
  return { panes: panes - start, afterReady: end - Math.max(...(await stamps("ready"))) };
}

/** Milliseconds since 1970 that each agent recorded. */
async function stamps(what: "started" | "ready"): Promise<number[]> {
  for (let tries = 0; ; tries++) {
    const names = readdirSync(at("stamps")).filter((name) => name.endsWith(`.${what}`));
    const texts = names.map((name) => readFileSync(at("stamps", name), "utf8")).filter((text) => text.endsWith("\n"));
    if (texts.length === AGENTS) return texts.map((seconds) => Number(seconds) * 1000);
    if (tries > 10_000) throw new Error(`only ${texts.length} agents have ${what}`);
    await pause(1);
  }
}

/**
 * When the last of the seven panes ran its program. The seventh is the dashboard, which records nothing, so it is looked
 * up in the list of processes once the agents have started.
 */
async function lastPane(before: ReadonlySet<string>): Promise<number> {
  const started = await stamps("started");
  const agents = Math.max(...started);
  for (let tries = 0; tries < 5000; tries++) {
    const isThere = processes().some((pid) => !before.has(pid) && wordsOf(pid).includes("dashboard"));
    if (isThere) return tries === 0 ? agents : Date.now();
    await pause(1);
  }
  throw new Error("the dashboard has not started");
}

const processes = () => readdirSync("/proc").filter((name) => /^\d+$/.test(name));

function wordsOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}

interface Bare {
  make: Argv;
  end(): void;
}

/** The layout that ovld wrote. */
function bareZellij(): Bare {
  const layout = at("layout.kdl");
  cpSync(at("home", ".config", "ovld", "sessions", "ovld-project", "layout.kdl"), layout);
  const zellij = (...args: string[]) => spawnSync("zellij", args, options);
  return {
    make: ["zellij", "--layout", layout, "attach", "--create-background", "bare"],
    end() {
      // zellij 0.45.1 sometimes misses a running session, and sometimes deletes it and fails: only the list tells.
      for (let tries = 20; ; tries--) {
        const { stderr } = zellij("delete-session", "bare", "--force");
        if (!zellij("list-sessions", "--short").stdout.split("\n").includes("bare")) return;
        if (tries === 0) throw new Error(`zellij delete-session: ${stderr}`);
      }
    },
  };
}

/** One chained call with the commands of ovld's panes. */
function bareTmux(): Bare {
  const listed = call("tmux", "list-panes", "-s", "-F", "#{window_index} #{pane_start_command}");
  const panes = listed.trimEnd().split("\n");
  const windowOf = (pane: string | undefined) => pane?.slice(0, pane.indexOf(" "));
  const words = panes.flatMap((pane, n) => {
    const isSplit = windowOf(pane) === windowOf(panes[n - 1]);
    const how = n === 0 ? ["new-session", "-d", "-s", "bare"] : [";", isSplit ? "split-window" : "new-window"];
    return [...how, pane.slice(pane.indexOf(" ") + 1)];
  });
  return {
    make: ["tmux", "-L", "bare", "-f", "/dev/null", ...words],
    end: () => void call("tmux", "-L", "bare", "kill-server"),
  };
}

/** Rounds in turn: the multiplexer alone, an empty Node program, and ovld. */
async function measure(kind: string, bareOf: () => Bare, limit: string): Promise<Row[]> {
  call(...summon(kind));
  const bare = bareOf();
  unsummon();
  const samples = { bare: [] as number[], node: [] as number[], own: [] as number[], ready: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    samples.bare.push((await times(bare.make)).panes);
    bare.end();
    const before = performance.now();
    call(process.execPath, "-e", "");
    samples.node.push(performance.now() - before);
    const { panes, afterReady } = await times(summon(kind));
    samples.own.push(panes);
    samples.ready.push(afterReady);
    unsummon();
  }
  const [alone, node, own] = [median(samples.bare), median(samples.node), median(samples.own)];
  const base = kind === "tmux" ? alone + node : alone;
  const detail = `${own.toFixed(0)} ms / ${base.toFixed(0)} ms; Node's start ${node.toFixed(0)} ms`;
  return [
    { name: `summon until seven panes / ${limit}`, ratio: own / base, target: TARGET, detail },
    readyRow(`${kind}: summon's end after the slowest agent`, samples.ready),
    readyRow(`${kind}: the same with agents that need 1 s`, await slowAgents(kind)),
  ];
}

async function slowAgents(kind: string): Promise<number[]> {
  writeFileSync(at("slow"), "1\n");
  const found: number[] = [];
  for (let round = 0; round < SLOW_ROUNDS; round++) {
    found.push((await times(summon(kind))).afterReady);
    unsummon();
  }
  writeFileSync(at("slow"), "0\n");
  return found;
}

function readyRow(name: string, found: readonly number[]): Row {
  const [middle, most] = [median(found), percentile(found, 1)];
  const detail = `${middle.toFixed(0)} ms, at most ${most.toFixed(0)} ms`;
  return { name, ratio: middle / READY_TARGET, target: 1, detail };
}

printTable([
  ...(await measure("zellij", bareZellij, "bare zellij")),
  ...(await measure("tmux", bareTmux, "one chained tmux call and Node's start")),
]);
