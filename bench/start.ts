import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, printTable, type Row, roundRobin } from "./measure.ts";

const ROUNDS = 15;
const home = mkdtempSync(join(tmpdir(), "ovld-bench-"));
// `ovld summon` makes this folder; the first run of each command stores its code there.
mkdirSync(join(home, ".config", "ovld", "code"), { recursive: true });
const empty = join(home, "empty.mjs");
writeFileSync(empty, "");

/**
 * An inherited environment may slow an empty Node down (NODE_EXTRA_CA_CERTS does), which flatters every ratio. The bare
 * environment is printed too, without a target.
 */
const environments = {
  "": { ...process.env, HOME: home, OVLD_HOME: "", LC_ALL: "C.UTF-8" },
  ", bare environment": { PATH: process.env.PATH, HOME: home },
};
const targets = { "--version": 1.15, "--help": 1.3, "--help --lang ja": 1.3 };

async function measure(env: NodeJS.ProcessEnv, label: string, judged: boolean): Promise<Row[]> {
  const start = (...args: string[]) => {
    const { status } = spawnSync(process.execPath, args, { env, stdio: "ignore" });
    if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}`);
  };
  const ovld = (line: string) => () => start("dist/main.cjs", ...line.split(" "));
  const cases: Record<string, () => void> = Object.fromEntries(Object.keys(targets).map((line) => [line, ovld(line)]));
  const samples: Record<string, number[]> = await roundRobin({ empty: () => start(empty), ...cases }, ROUNDS);
  const limit = median(samples.empty ?? []);
  return Object.entries(targets).map(([line, target]) => {
    const time = median(samples[line] ?? []);
    const detail = `${time.toFixed(1)} ms / ${limit.toFixed(1)} ms`;
    return { name: `ovld ${line}${label}`, ratio: time / limit, ...(judged && { target }), detail };
  });
}

const rows: Row[] = [];
for (const [label, env] of Object.entries(environments)) rows.push(...(await measure(env, label, label === "")));
rmSync(home, { recursive: true });
printTable(rows);
