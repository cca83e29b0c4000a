import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { isThere } from "./system-packages.mjs";

/** The zellij version that the tests run against. */
export const ZELLIJ_VERSION = "0.45.1";

/**
 * The build takes about 10 minutes on 2 cores. Without any optimisation it takes 5 minutes, but each action takes 45 ms
 * instead of 16.
 */
const PROFILE = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "1",
  CARGO_PROFILE_RELEASE_LTO: "off",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "256",
};

/** Finds zellij on PATH, else in .cache, else builds it there. Returns the folder to add to PATH, if one is needed. */
export function bringZellij() {
  if (isThere("zellij")) return;
  const root = resolve(".cache/zellij");
  const bin = resolve(root, "bin");
  const found = spawnSync(resolve(bin, "zellij"), ["--version"], { encoding: "utf8" });
  if (found.stdout?.trim() === `zellij ${ZELLIJ_VERSION}`) return bin;
  const rust = { ...process.env, ...toolchains() };
  if (!isThere("cargo", rust)) return;
  console.log(
    `Building zellij ${ZELLIJ_VERSION} once, which takes about 10 minutes. OVLD_TEST_SKIP=zellij leaves it out.`,
  );
  // cargo resumes an interrupted build.
  const build = resolve(root, "build");
  const args = ["install", "--locked", "--force", "--version", ZELLIJ_VERSION, "--root", root, "zellij"];
  const env = { ...rust, ...PROFILE, CARGO_TARGET_DIR: build };
  if (spawnSync("cargo", args, { stdio: ["ignore", "inherit", "inherit"], env }).status !== 0) return;
  rmSync(build, { recursive: true, force: true });
  return bin;
}

/** rustup's cargo looks for its toolchains in HOME. With another HOME, those of the login are used. */
function toolchains() {
  const [own = "", login = ""] = [homedir(), userInfo().homedir].map((home) => join(home, ".rustup"));
  const isOther = process.env.RUSTUP_HOME === undefined && !existsSync(join(own, "toolchains"));
  return isOther && existsSync(login) ? { RUSTUP_HOME: login } : {};
}
