import { link, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "#errors/ovld-error.ts";
import { fileFailure, temporaryBeside, writeNew } from "./files.ts";

/** f_type of statfs(2) on Linux, from `linux/magic.h`: network and FUSE file systems. */
const SHARED = new Map<bigint, string>([
  [0x6969n, "NFS"],
  [0x517bn, "SMB"],
  [0xff534d42n, "CIFS"],
  [0xfe534d42n, "SMB"],
  [0x65735546n, "FUSE"],
  [0x01021997n, "9p"],
  [0x00c36400n, "Ceph"],
  [0x5346414fn, "AFS"],
  [0x786f4256n, "vboxsf"],
  [0x0bd00bd0n, "Lustre"],
]);

/** Errors of link(2) on a file system without hard links. */
const NO_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

/** Name of a network or FUSE file system; undefined for a local one, and outside Linux. */
export async function sharedDisk(folder: string): Promise<string | undefined> {
  if (process.platform !== "linux") return undefined;
  try {
    return sharedKind((await statfs(folder, { bigint: true })).type);
  } catch (error) {
    throw fileFailure("read", folder, error);
  }
}

export function sharedKind(type: bigint): string | undefined {
  // The kernel's value is signed, so some have the upper half set.
  return SHARED.get(BigInt.asUintN(32, type));
}

/** Support is known only from a trial link; both files are removed. */
export async function hasHardLinks(folder: string): Promise<boolean> {
  const [file, other] = [join(folder, "doctor"), join(folder, "doctor-link")].map(temporaryBeside) as [string, string];
  try {
    await writeNew(file, "", { durability: "process" });
    await link(file, other);
    return true;
  } catch (error) {
    if (NO_LINKS.includes(systemCode(error) ?? "")) return false;
    throw fileFailure("write", folder, error);
  } finally {
    for (const made of [file, other]) await rm(made, { force: true });
  }
}
