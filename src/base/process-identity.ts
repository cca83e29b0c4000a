import { readFileSync, readlinkSync } from "node:fs";
import { systemCode } from "./errors.ts";
import { run } from "./run.ts";

/** A process told apart from a later one with the same number. */
export interface ProcessIdentity {
  pid: number;
  /** When it started; undefined where the system does not tell. */
  started: string | undefined;
  /** Where its number counts: a PID namespace, else this machine. */
  space: string;
}

let own: Promise<ProcessIdentity> | undefined;

export function ownIdentity(): Promise<ProcessIdentity> {
  own ??= identityOf(process.pid);
  return own;
}

/** Who has this number now. */
export async function identityOf(pid: number): Promise<ProcessIdentity> {
  return { pid, started: await startOf(pid), space: pidSpace() };
}

/** False only when it is certain that the process is gone, or is a zombie that runs no more. */
export async function mayBeAlive(identity: ProcessIdentity): Promise<boolean> {
  if (identity.space !== pidSpace()) return true;
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
  if (process.platform === "linux") return startFromProc(pid);
  const { stdout } = await run("ps", ["-o", "lstart=", "-p", String(pid)], { timeLimit: 5000 }).catch(() => ({
    stdout: "",
  }));
  return stdout.trim() || undefined;
}

function startFromProc(pid: number): string | undefined {
  const ticks = statFields(pid)?.[19];
  if (ticks === undefined) return undefined;
  try {
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${ticks}`;
  } catch {
    return undefined;
  }
}

function isZombie(pid: number): boolean {
  return statFields(pid)?.[0] === "Z";
}

/** From the third field on: the second, the program's name in brackets, may hold spaces and brackets itself. */
function statFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

function pidSpace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "machine";
  }
}
