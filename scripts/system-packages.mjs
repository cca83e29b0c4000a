import { spawnSync } from "node:child_process";
import process, { getuid } from "node:process";

/**
 * Steps to install packages, and the names of packages that differ from their programs' names.
 * @typedef {{ steps: (names: string[]) => string[][], names?: Record<string, string> }} Manager
 */

/** @type {Record<string, Manager>} */
const managers = {
  "apt-get": {
    steps: (names) => [
      ["update", "-qq"],
      ["install", "-y", "-qq", "--no-install-recommends", ...names],
    ],
    names: { bwrap: "bubblewrap", venv: "python3-venv" },
  },
  dnf: { steps: (names) => [["install", "-y", ...names]], names: { bwrap: "bubblewrap", venv: "python3" } },
  pacman: {
    steps: (names) => [["-Sy", "--noconfirm", ...names]],
    names: { bwrap: "bubblewrap", venv: "python" },
  },
  apk: { steps: (names) => [["add", "--update-cache", ...names]], names: { bwrap: "bubblewrap", venv: "python3" } },
  brew: { steps: (names) => [["install", ...names]], names: { venv: "python3" } },
};

/** Arguments that check whether a program works; `--version` unless listed. @type {Record<string, string[]>} */
const probes = {
  tmux: ["tmux", "-V"],
  busybox: ["busybox", "true"],
  venv: ["python3", "-c", "import venv, ensurepip"],
};

/**
 * @param {string} program
 * @param {NodeJS.ProcessEnv} env
 */
export function isThere(program, env = process.env) {
  const [first = program, ...rest] = probes[program] ?? [program, "--version"];
  return spawnSync(first, rest, { stdio: "ignore", env }).status === 0;
}

/**
 * Installs the programs that are missing, if that takes no password.
 * Returns the command that a user can run for those that are still missing, if there is one.
 * @param {string[]} programs
 */
export function installPrograms(programs) {
  const missing = programs.filter((program) => !isThere(program));
  const [name, manager] = Object.entries(managers).find(([each]) => isThere(each)) ?? [];
  if (missing.length === 0 || !name || !manager) return;
  const isDirect = name === "brew" || getuid?.() === 0;
  const steps = manager.steps(missing.map((program) => manager.names?.[program] ?? program));
  for (const args of steps) {
    const [first = "", ...rest] = isDirect ? [name, ...args] : ["sudo", "-n", name, ...args];
    console.log(`Installing what is missing: ${[first, ...rest].join(" ")}`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    if (spawnSync(first, rest, { stdio: ["ignore", "ignore", "inherit"], env }).status !== 0) break;
  }
  if (missing.every((program) => isThere(program))) return;
  return steps.map((args) => [...(isDirect ? [] : ["sudo"]), name, ...args].join(" ")).join(" && ");
}
