import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileFailure } from "#base/files.ts";

/** Runs `work` with a file that holds this text, in a folder that is closed to others and is gone afterwards. */
export async function withCommandFile<T>(text: string, work: (file: string) => Promise<T>): Promise<T> {
  const parent = tmpdir();
  const folder = await mkdtemp(join(parent, "ovld-tmux-")).catch((error: unknown) => {
    throw fileFailure("write", parent, error);
  });
  try {
    const file = join(folder, "commands");
    await writeFile(file, text, { mode: 0o600 });
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
