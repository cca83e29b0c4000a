import { delimiter } from "node:path";
import { bringZellij } from "./bring-zellij.mjs";
import { installPrograms } from "./system-packages.mjs";

/** Programs that the tests run, besides zellij. `venv` is Python's module, for the relay's foreign client. */
const PROGRAMS = ["tmux", "zsh", "fish", "busybox", "groff", "git", "venv"];

/**
 * Installs the programs that the tests need if that takes no password; returns the environment for the tests. The end
 * of a run names missing programs, and the requirements that were not proven because of them.
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
