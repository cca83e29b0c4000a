import { spawn } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Paths, resolvePaths } from "#home/paths.ts";
import { programsIn } from "./process-table.ts";
import { temporaryFolder } from "./temporary-folder.ts";

interface RunOptions {
  cwd?: string;
  env?: Record<string, string | undefined>;
}

export interface Finished {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A fixture for one test: HOME, ovld home, project, tmux and zellij sockets. Its disposal removes everything. */
export interface TemporaryArmy extends AsyncDisposable {
  folder: string;
  home: string;
  project: string;
  paths: Paths;
  env: Record<string, string>;
  /** Runs the built `ovld` in the project. */
  ovld(args: readonly string[], options?: RunOptions & { node?: string }): Promise<Finished>;
  /** Runs a line in `sh`, with `ovld` on its PATH. */
  shell(line: string, options?: RunOptions): Promise<Finished>;
}

/** The unit lane must not depend on a build, so it uses a program that fails. */
const OVLD = resolve(process.env.TEST_LANE === "unit" ? "test/fixtures/refusing-programs/ovld" : "dist/main.cjs");

export async function temporaryArmy(parent?: string): Promise<TemporaryArmy> {
  const folder = await temporaryFolder(parent);
  const at = (name: string) => join(folder.path, name);
  const env: Record<string, string> = {
    PATH: `${at("bin")}:${process.env.PATH}`,
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
    HOME: at("home"),
    // Short names, because the path of a Unix socket may have at most 107 bytes.
    TMUX_TMPDIR: at("t"),
    ZELLIJ_SOCKET_DIR: at("z"),
    TMPDIR: at("tmp"),
  };
  for (const name of ["home", "project", "t", "z", "tmp", "bin"]) await mkdir(at(name), { mode: 0o700 });
  await symlink(OVLD, join(at("bin"), "ovld"));
  return {
    folder: folder.path,
    home: at("home"),
    project: at("project"),
    paths: resolvePaths(env),
    env,
    ovld: (args, { node = process.execPath, ...options } = {}) =>
      finish([node, OVLD, ...args], {
        cwd: at("project"),
        ...options,
        env: { ...env, ...options.env },
      }),
    shell: (line, options = {}) =>
      finish(["sh", "-c", line], { cwd: at("project"), ...options, env: { ...env, ...options.env } }),
    async [Symbol.asyncDispose]() {
      endProcessesOf(folder.path);
      await folder[Symbol.asyncDispose]();
    },
  };
}

function finish([program = "", ...args]: string[], options: RunOptions): Promise<Finished> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    child.on("error", fail);
    child.on("close", (status) => done({ status, stdout, stderr }));
  });
}

/** Ends all processes of this fixture, found by their HOME: multiplexer servers outlive their commands. */
function endProcessesOf(folder: string): void {
  for (const { pid } of programsIn(join(folder, "home"))) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has ended meanwhile.
    }
  }
}
