import { readdir, readFile } from "node:fs/promises";
import { parseStat } from "#base/proc-stat.ts";
import { mayBeAlive, type ProcessIdentity } from "#base/process-identity.ts";
import { systemCode } from "#errors/ovld-error.ts";
import { MARK_VARIABLE } from "#multiplexer/tmux/end-session.ts";

/**
 * Kills a server that does not answer, if all of its programs belong to sessions with these marks, because it may have
 * other sessions. Outside Linux, where processes are not visible, the server is left alone.
 */
export async function killServer(server: ProcessIdentity, marks: readonly string[]): Promise<boolean> {
  if (server.started === undefined || !(await mayBeAlive(server))) return false;
  const children = await childrenOf(server.pid);
  if (children === undefined) return false;
  for (const child of children) if (!marks.includes(await markOf(child))) return false;
  try {
    process.kill(server.pid, "SIGKILL");
    return true;
  } catch (error) {
    if (systemCode(error) === "ESRCH") return false;
    throw error;
  }
}

/** The running children of a process; undefined without `/proc`. */
async function childrenOf(parent: number): Promise<number[] | undefined> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  if (pids.length === 0) return undefined;
  const found = await Promise.all(pids.map(async (pid) => ((await isChild(pid, parent)) ? [Number(pid)] : [])));
  return found.flat();
}

async function isChild(pid: string, parent: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const found = parseStat(stat);
  return found.parent === parent && found.state !== "Z";
}

async function markOf(pid: number): Promise<string> {
  const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
  const start = `${MARK_VARIABLE}=`;
  return (
    environment
      .split("\0")
      .find((line) => line.startsWith(start))
      ?.slice(start.length) ?? ""
  );
}
