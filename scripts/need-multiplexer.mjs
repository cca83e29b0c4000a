import { spawnSync } from "node:child_process";
import { getuid } from "node:process";

/** What to run, one after the other. @type {Record<string, string[][]>} */
const installers = {
  "apt-get": [["update"], ["install", "-y", "--no-install-recommends", "tmux"]],
  dnf: [["install", "-y", "tmux"]],
  pacman: [["-Sy", "--noconfirm", "tmux"]],
  apk: [["add", "--update-cache", "tmux"]],
  brew: [["install", "tmux"]],
};

/** Where there is neither zellij nor tmux: installs tmux if that takes no password, else says what to run and ends. */
export function needMultiplexer() {
  if (["zellij", "tmux"].some(isThere)) return;
  const found = Object.entries(installers).find(([program]) => isThere(program));
  if (!found) return give("zellij or tmux is needed; install one of them and try again.");
  const [program, steps] = found;
  const before = program === "brew" || getuid?.() === 0 ? [] : ["sudo", "-n"];
  const commands = steps.map((args) => [...before, program, ...args]);
  for (const [first = "", ...rest] of commands) {
    console.log(`Neither zellij nor tmux is here. Running: ${[first, ...rest].join(" ")}`);
    spawnSync(first, rest, { stdio: ["ignore", "ignore", "inherit"] });
  }
  const yourself = commands.map((words) => words.filter((word) => word !== "-n").join(" ")).join(" && ");
  if (!isThere("tmux")) give(`That did not work. Run this yourself and try again: ${yourself}`);
}

/** @param {string} program */
function isThere(program) {
  return spawnSync(program, [program === "tmux" ? "-V" : "--version"], { stdio: "ignore" }).status === 0;
}

/** @param {string} line */
function give(line) {
  console.error(line);
  process.exit(4);
}
