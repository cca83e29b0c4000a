import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { median, printTable, type Row, roundRobin } from "./measure.ts";

/**
 * From the command to seven panes whose agents are ready, without rituals: ovld, and the multiplexer alone with the
 * same commands. The agents report at once that they are ready, so that their own start counts little.
 */
const ROUNDS = 8;
const AGENT = `#!/bin/sh
[ "$1" = --version ] && echo "2.1.325 (scripted)" && exit
for word; do case $word in */settings/*.json) name=\${word##*/} folder=\${word%/settings/*}/bell/\${name%.json} ;; esac; done
printf '{"session_id":"x"}' | "${resolve("dist/hooks/start.sh")}" "$folder"
"${resolve("dist/hooks/mood.sh")}" "$folder" ready </dev/null
exec cat
`;

const fixture = mkdtempSync(join(tmpdir(), "ovld-bench-"));
const at = (...names: string[]) => join(fixture, ...names);
for (const name of ["home", "project", "z", "t", "bin"]) mkdirSync(at(name), { mode: 0o700 });
writeFileSync(at("bin", "claude"), AGENT);
chmodSync(at("bin", "claude"), 0o755);
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
const ovld = (...args: string[]) => call(process.execPath, resolve("dist/main.cjs"), ...args);
const summon = (kind: string) => ovld("summon", "--detach", "--no-rituals", "--mux", kind);

// Leaves nothing running after a failure.
process.once("exit", () => {
  spawnSync(process.execPath, [resolve("dist/main.cjs"), "unsummon", "--all", "--force"], options);
  spawnSync("zellij", ["delete-all-sessions", "--yes", "--force"], options);
  spawnSync("tmux", ["kill-server"], options);
  rmSync(fixture, { recursive: true, force: true });
});

interface Bare {
  start(): void;
  end(): void;
}

/** The layout that ovld wrote, until seven panes are there. */
function bareZellij(): Bare {
  const layout = at("layout.kdl");
  cpSync(at("home", ".config", "ovld", "sessions", "ovld-project", "layout.kdl"), layout);
  const zellij = (...args: string[]) => spawnSync("zellij", args, options);
  return {
    start() {
      call("zellij", "--layout", layout, "attach", "--create-background", "bare");
      for (let panes = 0; panes < 7; ) {
        // zellij 0.45.1 sometimes answers "There is no active session!" while a session starts.
        const { stdout, status } = zellij("--session", "bare", "action", "list-panes", "--json");
        const listed = status === 0 ? (JSON.parse(stdout || "[]") as { is_plugin: boolean }[]) : [];
        panes = listed.filter((pane) => !pane.is_plugin).length;
      }
    },
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

/** One chained call with the commands of ovld's panes, and Node's start. */
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
    start() {
      call("tmux", "-L", "bare", "-f", "/dev/null", ...words);
      call(process.execPath, "-e", "");
    },
    end: () => void call("tmux", "-L", "bare", "kill-server"),
  };
}

async function measure(kind: string, bareOf: () => Bare, target: string): Promise<Row> {
  summon(kind);
  const bare = bareOf();
  ovld("unsummon", "--force");
  const samples = { bare: [] as number[], ovld: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const one = await roundRobin({ bare: bare.start, ovld: () => summon(kind) }, 1);
    for (const name of ["bare", "ovld"] as const) samples[name].push(...one[name]);
    bare.end();
    ovld("unsummon", "--force");
  }
  const [limit, own] = [median(samples.bare), median(samples.ovld)];
  const detail = `${own.toFixed(0)} ms / ${limit.toFixed(0)} ms`;
  return { name: `summon / ${target}`, ratio: own / limit, target: 1.5, detail };
}

printTable([
  await measure("zellij", bareZellij, "bare zellij"),
  await measure("tmux", bareTmux, "one chained tmux call and Node's start"),
]);
