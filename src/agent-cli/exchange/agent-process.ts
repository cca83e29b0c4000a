import { ownIdentity, type ProcessIdentity } from "#base/process-identity.ts";
import { readSmallFile } from "./small-file.ts";

/** The process that an agent reported; undefined without a report. */
export async function agentProcess(file: string): Promise<ProcessIdentity | undefined> {
  const [pid = "", started = ""] = ((await readSmallFile(file))?.text ?? "").split("\n");
  if (!/^\d+$/.test(pid)) return undefined;
  return { ...(await ownIdentity()), pid: Number(pid), started: started || undefined };
}
