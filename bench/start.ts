import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, printTable, roundRobin } from "./measure.ts";

const ROUNDS = 15;
const home = mkdtempSync(join(tmpdir(), "ovld-bench-"));
const empty = join(home, "empty.mjs");
writeFileSync(empty, "");

const start = (...args: string[]) => {
  const { status } = spawnSync(process.execPath, args, {
    env: { ...process.env, HOME: home, OVLD_HOME: "" },
    stdio: "ignore",
  });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}`);
};

const samples = await roundRobin(
  {
    empty: () => start(empty),
    "--version": () => start("dist/main.js", "--version"),
    "--help": () => start("dist/main.js", "--help"),
    "--help --lang ja": () => start("dist/main.js", "--help", "--lang", "ja"),
  },
  ROUNDS,
);
rmSync(home, { recursive: true });

const limit = median(samples.empty);
printTable(
  [
    { name: "ovld --version", target: 1.15, sample: samples["--version"] },
    { name: "ovld --help", target: 1.3, sample: samples["--help"] },
    { name: "ovld --help --lang ja", target: 1.3, sample: samples["--help --lang ja"] },
  ].map(({ name, target, sample }) => ({
    name,
    ratio: median(sample) / limit,
    target,
    detail: `${median(sample).toFixed(1)} ms / ${limit.toFixed(1)} ms`,
  })),
);
