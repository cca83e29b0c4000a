import { unlink } from "node:fs/promises";
import { fileFailure, writeAtomically } from "#base/files.ts";
import { systemCode } from "#errors/ovld-error.ts";

/** Hooks put the reason into a JSON string unescaped. */
const UNSAFE = /["\\\p{Cc}]+/gu;

/** Claude Code's hooks check for this file at every tool call (`hooks/parked.sh`). */
export async function park(file: string, reason: string | undefined): Promise<void> {
  if (reason !== undefined)
    return writeAtomically(file, `${reason.replaceAll(UNSAFE, " ")}\n`, { durability: "process" });
  await unlink(file).catch((error) => {
    if (systemCode(error) !== "ENOENT") throw fileFailure("remove", file, error);
  });
}
