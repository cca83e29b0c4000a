import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { run } from "./run.ts";

/** The scope of a pid: a PID namespace of one machine. */
export interface PidSpace {
  namespace: string;
  /** Namespace and machine: the first namespace has the same number on every Linux machine. */
  name: string;
}

let here: Promise<PidSpace> | undefined;

export function pidSpace(): Promise<PidSpace> {
  here ??= machine().then((id) => {
    const namespace = pidNamespace();
    return { namespace, name: `${namespace}@${id}` };
  });
  return here;
}

/** Hashed, because machine-id(5) asks programs not to expose the id itself. */
async function machine(): Promise<string> {
  const id = (process.platform === "darwin" ? await hardwareId() : machineIdFile()) ?? hostname();
  return createHash("sha256").update(`ovld ${id}`).digest("hex").slice(0, 16);
}

function machineIdFile(): string | undefined {
  return ["/etc/machine-id", "/var/lib/dbus/machine-id"]
    .map(textOf)
    .find((text) => text !== undefined && /^[0-9a-f]{32}$/.test(text));
}

/** On macOS `kern.uuid` identifies the kernel build, not the machine. */
async function hardwareId(): Promise<string | undefined> {
  const asked = run("ioreg", ["-rd1", "-c", "IOPlatformExpertDevice"], { timeLimit: 5000 });
  const { stdout } = await asked.catch(() => ({ stdout: "" }));
  return /"IOPlatformUUID" = "([^"]+)"/.exec(stdout)?.[1];
}

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "machine";
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return undefined;
  }
}
