import { delimiter } from "node:path";
import { bringZellij } from "./bring-zellij.mjs";
import { installPrograms } from "./system-packages.mjs";

/** What the tests run beside zellij. `venv` is Python's module, for the relay's foreign client. */
const PROGRAMS = ["tmux", "zsh", "fish", "busybox", "groff", "git", "venv"];

/**
 * Brings what the tests need and can be had without a password; returns the environment to run them in.
 * The end of the run names what is still missing, and the requirements that were not proven for it.
 */
export function bringPrograms() {
  const left = new Set((process.env.OVLD_TEST_SKIP ?? "").split(","));
  const wanted = process.platform === "linux" ? [...PROGRAMS, "bwrap"] : PROGRAMS;
  const yourself = installPrograms(wanted.filter((program) => !left.has(program)));
  if (yourself)
    console.log(`Some programs could not be installed, and their tests are skipped. To have them: ${yourself}`);
  const bin = left.has("zellij") ? undefined : bringZellij();
  return bin ? { ...process.env, PATH: `${process.env.PATH}${delimiter}${bin}` } : process.env;
}
