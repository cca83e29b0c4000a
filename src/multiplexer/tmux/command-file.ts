import { lstat, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { fileFailure } from "#base/files.ts";

const PREFIX = "ovld-tmux-";

/** Milliseconds. Commands run within seconds, so an older folder is left over from a killed process. */
const ABANDONED = 10 * 60_000;

/** Runs `work` with a file that holds this text, in a private folder that is removed afterwards. */
export async function withCommandFile<T>(text: string, work: (file: string) => Promise<T>): Promise<T> {
  const parent = tmpdir();
  const folder = await mkdtemp(join(parent, PREFIX)).catch((error: unknown) => {
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

/** Folders that a killed process left. */
export async function abandonedCommandFolders(): Promise<string[]> {
  const parent = tmpdir();
  const names = (await readdir(parent).catch(() => [])).filter((name) => name.startsWith(PREFIX)).sort();
  const folders = await Promise.all(
    names.map(async (name) => {
      const found = await lstat(join(parent, name)).catch(() => undefined);
      if (!found?.isDirectory() || found.uid !== userInfo().uid) return [];
      return Date.now() - found.mtimeMs > ABANDONED ? [join(parent, name)] : [];
    }),
  );
  return folders.flat();
}
