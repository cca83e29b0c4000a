import { dirname } from "node:path";
import { makeFolder, writeAtomically } from "#base/files.ts";
import type { SessionFile } from "./session-files.ts";

/** Every start of the agent rewrites the file, so it need not survive a power cut. */
export async function writeSessionFile({ path, content }: SessionFile): Promise<void> {
  await makeFolder(dirname(path));
  await writeAtomically(path, content, { durability: "process" });
}
