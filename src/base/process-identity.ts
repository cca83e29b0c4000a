import { readFileSync } from "node:fs";
import { systemCode } from "#errors/ovld-error.ts";
import { pidSpace } from "./pid-space.ts";
import { type ProcStat, parseStat } from "./proc-stat.ts";
import { startByPs } from "./start-by-ps.ts";

/** Distinguishes a process from a later one with the same pid. */
export interface ProcessIdentity {
  pid: number;
  /** Start time; undefined where the system does not report it. */
  started: string | undefined;
  /** The scope of the pid: a PID namespace and its machine. */
  space: string;
}

let own: Promise<ProcessIdentity> | undefined;

export function ownIdentity(): Promise<ProcessIdentity> {
  own ??= identityOf(process.pid);
  return own;
}

/** The process that has this pid now. */
export async function identityOf(pid: number): Promise<ProcessIdentity> {
  return { pid, started: await startOf(pid), space: (await pidSpace()).name };
}

/** Whether the pid belongs to this machine and namespace, so that the process can be checked here. */
export async function isOfHere({ space, started }: ProcessIdentity): Promise<boolean> {
  const { name, namespace } = await pidSpace();
  // ovld 0.1 wrote no machine; its start time contains the boot id, which is unique to a machine.
  return space === name || (space === namespace && started !== undefined && started.split(":")[0] === bootId());
}

/** False only when the process is certainly gone, or is a zombie. */
export async function mayBeAlive(identity: ProcessIdentity): Promise<boolean> {
  if (!(await isOfHere(identity))) return true;
  try {
    process.kill(identity.pid, 0);
  } catch (error) {
    if (systemCode(error) === "ESRCH") return false;
  }
  if (isZombie(identity.pid)) return false;
  const started = await startOf(identity.pid);
  return started === undefined || identity.started === undefined || started === identity.started;
}

async function startOf(pid: number): Promise<string | undefined> {
  return process.platform === "linux" ? startFromProc(pid) : startByPs(pid);
}

function startFromProc(pid: number): string | undefined {
  const [ticks, boot] = [statOf(pid)?.started, bootId()];
  return ticks === undefined || boot === undefined ? undefined : `${boot}:${ticks}`;
}

function bootId(): string | undefined {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return undefined;
  }
}

function isZombie(pid: number): boolean {
  return statOf(pid)?.state === "Z";
}

function statOf(pid: number): ProcStat | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return undefined;
  }
}
