import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { median, printTable, roundRobin } from "./measure.ts";

/** From the command to seven panes, without rituals: ovld and bare zellij with the same layout. */
const ROUNDS = 8;
const fixture = mkdtempSync(join(tmpdir(), "ovld-bench-"));
for (const name of ["home", "project", "z", "bin"]) mkdirSync(join(fixture, name), { mode: 0o700 });
copyFileSync("test/fixtures/scripted-agent.sh", join(fixture, "bin", "claude"));
chmodSync(join(fixture, "bin", "claude"), 0o755);
const env = {
  PATH: `${join(fixture, "bin")}:${process.env.PATH}`,
  HOME: join(fixture, "home"),
  ZELLIJ_SOCKET_DIR: join(fixture, "z"),
  TERM: "xterm-256color",
};
const cwd = join(fixture, "project");
const call = (program: string, ...args: string[]) => {
  const { status, stderr } = spawnSync(program, args, { env, cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
};
// Leaves nothing running after a failure.
process.once("exit", () => {
  spawnSync(process.execPath, [resolve("dist/main.cjs"), "unsummon", "--all", "--force"], { env, cwd });
  spawnSync("zellij", ["delete-all-sessions", "--yes", "--force"], { env, cwd });
  rmSync(fixture, { recursive: true, force: true });
});
const ovld = (...args: string[]) => call(process.execPath, resolve("dist/main.cjs"), ...args);

ovld("summon", "--detach", "--no-rituals");
const layout = join(fixture, "layout.kdl");
cpSync(join(fixture, "home", ".config", "ovld", "sessions", "ovld-project", "layout.kdl"), layout);
ovld("unsummon", "--force");

function bare(): void {
  call("zellij", "--layout", layout, "attach", "--create-background", "bare");
  for (let panes = 0; panes < 7; ) {
    // zellij 0.45.1 sometimes answers "There is no active session!" while a session starts.
    const { stdout, status } = spawnSync("zellij", ["--session", "bare", "action", "list-panes", "--json"], {
      env,
      cwd,
      encoding: "utf8",
    });
    const listed = status === 0 ? (JSON.parse(stdout || "[]") as { is_plugin: boolean }[]) : [];
    panes = listed.filter((pane) => !pane.is_plugin).length;
  }
}

/** zellij 0.45.1 sometimes misses a running session, and sometimes deletes it and fails: only the list tells. */
function deleteBare(tries = 20): void {
  const zellij = (...args: string[]) => spawnSync("zellij", args, { env, cwd, encoding: "utf8" });
  const { stderr } = zellij("delete-session", "bare", "--force");
  if (!zellij("list-sessions", "--short").stdout.split("\n").includes("bare")) return;
  if (tries === 0) throw new Error(`zellij delete-session: ${stderr}`);
  deleteBare(tries - 1);
}

const samples = { bare: [] as number[], ovld: [] as number[], node: [] as number[] };
for (let round = 0; round < ROUNDS; round++) {
  const one = await roundRobin(
    { bare, ovld: () => ovld("summon", "--detach", "--no-rituals"), node: () => call(process.execPath, "-e", "") },
    1,
  );
  for (const name of ["bare", "ovld", "node"] as const) samples[name].push(...one[name]);
  deleteBare();
  ovld("unsummon", "--force");
}

const [limit, own, node] = [median(samples.bare), median(samples.ovld), median(samples.node)];
printTable([
  {
    name: "summon / bare zellij",
    ratio: own / limit,
    target: 1.5,
    detail: `${own.toFixed(0)} ms / ${limit.toFixed(0)} ms`,
  },
  {
    name: "  … without Node's own start",
    ratio: (own - node) / limit,
    detail: `${(own - node).toFixed(0)} ms / ${limit.toFixed(0)} ms`,
  },
]);
