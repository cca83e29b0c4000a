import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { median, percentile, printTable, type Row, roundRobin } from "./measure.ts";

/** The module `ovld/tmux` compared with one hand-written tmux call, a script of calls, libtmux and tmuxp. */
const ROUNDS = 15;
const SENDS = 100;
const WINDOWS = { meta: 1, design: 4, development: 4, business: 4 };

const fixture = mkdtempSync(join(tmpdir(), "ovld-bench-"));
const at = (name: string) => join(fixture, name);
for (const name of ["home", "t"]) mkdirSync(at(name), { mode: 0o700 });
const env: Record<string, string> = {
  PATH: process.env.PATH ?? "",
  HOME: at("home"),
  TMUX_TMPDIR: at("t"),
  SHELL: "/bin/sh",
  TERM: "xterm-256color",
  LANG: "C.UTF-8",
};
const built = pathToFileURL(resolve("dist/tmux.js")).href;
const execute = promisify(execFile);

function call(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { env, cwd: fixture, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
  return stdout;
}

/** Ends the server of a case and waits until its socket no longer answers. */
function end(socket: string): void {
  spawnSync("tmux", ["-L", socket, "kill-server"], { env });
  while (
    !/no server running|error connecting/.test(
      spawnSync("tmux", ["-L", socket, "list-sessions"], { env, encoding: "utf8" }).stderr,
    )
  );
}

/** Program of every pane: a shell without a profile, whose start would be measured instead. */
const SHELL = ["/bin/sh", "-i"];

const chain = Object.entries(WINDOWS).flatMap(([name, panes], index) => [
  ...(index === 0
    ? ["new-session", "-d", "-s", "mas", "-n", name, "-x", "200", "-y", "50", ...SHELL]
    : [";", "new-window", "-t", "=mas:", "-n", name, ...SHELL]),
  ...Array.from({ length: panes - 1 }, () => [";", "split-window", "-t", "=mas:", ...SHELL]).flat(),
  ...(panes > 1 ? [";", "select-layout", "-t", "=mas:", "tiled"] : []),
]);

writeFileSync(at("empty.mjs"), "");
writeFileSync(
  at("ours.mjs"),
  `import { ConfigLoader, TmuxManager } from ${JSON.stringify(built)};
await new TmuxManager({ ...ConfigLoader.load().tmux, socketName: "ours" }).createSession("mas");`,
);
writeFileSync(
  at("calls.sh"),
  `set -e\n${chain
    .join(" ")
    .split(" ; ")
    .map((line) => `tmux -L calls ${line}`)
    .join("\n")}\n`,
);
writeFileSync(
  at("with_libtmux.py"),
  `import libtmux
server = libtmux.Server(socket_name="libtmux")
session = server.new_session(session_name="mas", window_name="meta", attach=False, x=200, y=50, window_command="/bin/sh -i")
for name in ("design", "development", "business"):
    window = session.new_window(window_name=name, window_shell="/bin/sh -i")
    for _ in range(3):
        window.split(shell="/bin/sh -i")
    window.select_layout("tiled")
`,
);
writeFileSync(
  at("tmuxp.json"),
  JSON.stringify({
    session_name: "mas",
    windows: Object.entries(WINDOWS).map(([window_name, panes]) => ({
      window_name,
      layout: "tiled",
      panes: Array.from({ length: panes }, () => ({ shell: SHELL.join(" ") })),
    })),
  }),
);

type Module = typeof import("../src/tmux.ts");

/** libtmux and tmuxp in a temporary virtual environment; the reason when it cannot be made here. */
function python(): string | undefined {
  const steps = [
    ["python3", "-m", "venv", at("venv")],
    [at("venv/bin/pip"), "install", "--quiet", "--disable-pip-version-check", "libtmux", "tmuxp"],
  ] as const;
  for (const [program, ...args] of steps) {
    // With the caller's environment: pip may need its proxy and its index.
    const { status, error, stderr } = spawnSync(program, args, { encoding: "utf8" });
    if (error || status !== 0) return `${program}: ${(error?.message ?? stderr).trim().split("\n").at(-1)}`;
  }
  return existsSync(at("venv/bin/tmuxp")) ? undefined : "no tmuxp was installed";
}

async function creating({ ConfigLoader, TmuxManager }: Module): Promise<Row[]> {
  const missing = python();
  if (missing) console.log(`libtmux and tmuxp are not measured here: ${missing}`);
  const manager = new TmuxManager({ ...ConfigLoader.load({ env, directory: fixture }).tmux, socketName: "running" });
  const cases: Record<string, () => unknown> = {
    limit: () => call("tmux", "-L", "limit", ...chain),
    running: () => manager.createSession("mas"),
    ours: () => call(process.execPath, at("ours.mjs")),
    calls: () => call("sh", at("calls.sh")),
    node: () => call(process.execPath, at("empty.mjs")),
    ...(missing
      ? {}
      : {
          libtmux: () => call(at("venv/bin/python"), at("with_libtmux.py")),
          tmuxp: () => call(at("venv/bin/tmuxp"), "load", "-d", "-L", "tmuxp", at("tmuxp.json")),
        }),
  };
  const samples: Record<string, number[]> = {};
  for (let round = 0; round < ROUNDS; round++) {
    // Sequential, each on a server of its own: thirteen shells still start when tmux has answered.
    for (const [name, work] of Object.entries(cases)) {
      const one = await roundRobin({ [name]: work }, 1);
      samples[name] = [...(samples[name] ?? []), ...(one[name] ?? [])];
      if (name === "node") continue;
      if (round === 0) check(name);
      end(name);
    }
  }
  const ms = (name: string) => median(samples[name] ?? []);
  const [limit, running, ours, node] = [ms("limit"), ms("running"), ms("ours"), ms("node")];
  const rivals = ["calls", "libtmux", "tmuxp"].filter((name) => samples[name]);
  const against = (name: string, own: number, rival: string): Row => ({
    name: `  … / ${rival}`,
    ratio: own / ms(rival),
    target: 1,
    detail: `${own.toFixed(0)} ms / ${ms(rival).toFixed(0)} ms${name}`,
  });
  return [
    {
      name: "createSession in a running program, 13 panes / one tmux call",
      ratio: running / limit,
      target: 1.25,
      detail: `${running.toFixed(0)} ms / ${limit.toFixed(0)} ms`,
    },
    ...rivals.map((rival) => against("", running, rival)),
    {
      name: "start, import and createSession, without Node's own start / one tmux call",
      ratio: (ours - node) / limit,
      target: 1.25,
      detail: `${(ours - node).toFixed(0)} ms / ${limit.toFixed(0)} ms; Node ${node.toFixed(0)} ms`,
    },
    ...rivals.map((rival) => against(", Node's start included", ours, rival)),
  ];
}

/** Every case must have made the same session. */
function check(socket: string): void {
  const windows = call("tmux", "-L", socket, "list-windows", "-t", "=mas", "-F", "#{window_name} #{window_panes}");
  const wanted = Object.entries(WINDOWS).map(([name, panes]) => `${name} ${panes}\n`);
  if (windows !== wanted.join("")) throw new Error(`${socket} made ${JSON.stringify(windows)}`);
}

async function sending({ ConfigLoader, TmuxManager }: Module): Promise<Row[]> {
  const manager = new TmuxManager({ ...ConfigLoader.load({ env, directory: fixture }).tmux, socketName: "send" });
  const { panes } = await manager.createSession({
    name: "s",
    agents: [
      { id: "shell", window: "w" },
      { id: "program", window: "w", command: ["sh", "-c", "stty -echo; exec cat > /dev/null"] },
    ],
  });
  const pane = panes[0]?.id ?? "";
  const bare = () => execute("tmux", ["-L", "send", "send-keys", "-t", pane, "-l", "x"], { env, cwd: fixture });
  const samples = await roundRobin(
    {
      bare,
      shell: () => manager.sendToPane("s", "w", 0, ": hello"),
      program: () => manager.sendToPane("s", "w", 1, "hello"),
    },
    SENDS,
  );
  await manager.killSession("s");
  const against = (name: "shell" | "program", share: number) => ({
    ratio: percentile(samples[name], share) / percentile(samples.bare, share),
    detail: `${percentile(samples[name], share).toFixed(1)} ms / ${percentile(samples.bare, share).toFixed(1)} ms`,
  });
  return [
    { name: "sendToPane to a shell, p50 / one tmux call", target: 1.5, ...against("shell", 0.5) },
    { name: "  … p95", ...against("shell", 0.95) },
    { name: "sendToPane to another program, with the pause before Enter, p50", ...against("program", 0.5) },
  ];
}

async function growing({ ConfigLoader, TmuxManager }: Module): Promise<Row[]> {
  const manager = new TmuxManager({ ...ConfigLoader.load({ env, directory: fixture }).tmux, socketName: "grow" });
  const agents = (count: number, inWindow: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: String(index),
      window: String(Math.floor(index / inWindow)),
      command: ["sleep", "1000"] as [string, string],
    }));
  const perPane = async (count: number, inWindow: number) => {
    const before = performance.now();
    await manager.createSession({ name: "s", agents: agents(count, inWindow) });
    const after = performance.now();
    await manager.killSession("s");
    return (after - before) / count;
  };
  await manager.createSession({ name: "stays", agents: agents(1, 1) });
  const samples = { few: [] as number[], many: [] as number[], oneWindow: [] as number[] };
  for (let round = 0; round < 5; round++) {
    samples.few.push(await perPane(50, 4));
    samples.many.push(await perPane(200, 4));
    samples.oneWindow.push(await perPane(200, 200));
  }
  await manager.killSession("stays");
  const [few, many, oneWindow] = [median(samples.few), median(samples.many), median(samples.oneWindow)];
  const detail = (one: number) => `${one.toFixed(2)} ms / ${few.toFixed(2)} ms for each pane`;
  return [
    {
      name: "200 panes in 50 windows / 50 panes, per pane",
      ratio: many / few,
      target: 1.25,
      detail: detail(many),
    },
    { name: "200 panes in one window / 50 panes, per pane", ratio: oneWindow / few, detail: detail(oneWindow) },
  ];
}

try {
  const module = (await import(built)) as Module;
  printTable([...(await creating(module)), ...(await sending(module)), ...(await growing(module))]);
} finally {
  for (const socket of ["limit", "running", "ours", "calls", "libtmux", "tmuxp", "send", "grow"]) end(socket);
  rmSync(fixture, { recursive: true, force: true });
}
