import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder that is removed at the end of the test: `await using folder = await temporaryFolder()`. */
export async function temporaryFolder(parent = tmpdir()): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(parent, "ovld-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
