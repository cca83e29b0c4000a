import { readdir, readFile, stat } from "node:fs/promises";
import { run } from "./run.ts";

/** Lower uids belong to the system, higher ones to services and containers. */
const PEOPLE = { from: process.platform === "darwin" ? 501 : 1000, to: 60_000 };

/** Whether another person runs processes on this machine now and can therefore read the arguments of ours. */
export async function argumentsSeen({ proc = "/proc" } = {}): Promise<boolean> {
  const own = process.getuid?.();
  const owners = process.platform === "linux" ? await ownersIn(proc) : await ownersFromPs();
  return owners.some((uid) => uid !== own && uid >= PEOPLE.from && uid <= PEOPLE.to);
}

/** With `hidepid` a user sees only their own processes. */
async function ownersIn(proc: string): Promise<number[]> {
  const mounts = (await readFile(`${proc}/self/mountinfo`, "utf8").catch(() => "")).split("\n");
  if (mounts.some((line) => / \/proc .* - proc .*\bhidepid=(?!0|off)/.test(line))) return [];
  const pids = (await readdir(proc)).filter((name) => /^\d+$/.test(name));
  const owners = pids.map((pid) =>
    stat(`${proc}/${pid}`).then(
      ({ uid }) => [uid],
      () => [],
    ),
  );
  return (await Promise.all(owners)).flat();
}

async function ownersFromPs(): Promise<number[]> {
  const { stdout } = await run("ps", ["-A", "-o", "uid="], { timeLimit: 5000 });
  return stdout.split("\n").filter(Boolean).map(Number);
}
