import { copyFile, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Clock } from "#base/clock.ts";
import { fileFailure, makeFolder, readText, writeAtomically } from "#base/files.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { packageRoot } from "./package-root.ts";

type Outcome = "written" | "unchanged" | "kept" | "replaced";

export interface PutFile {
  file: string;
  outcome: Outcome;
  backup?: string;
}

/** The built-in rituals, with their paths below `target`. */
export async function builtInRituals(target: string): Promise<{ file: string; content: string }[]> {
  const folder = join(packageRoot(), "rituals");
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".md")).sort();
  return Promise.all(
    names.map(async (name) => {
      const content = await readText(join(folder, name));
      if (content === undefined) throw new OvldError("file-missing", { file: join(folder, name) });
      return { file: join(target, name), content };
    }),
  );
}

/** A file that differs was edited by a person: it stays, or with `--force` is backed up and replaced. */
export async function putFile(file: string, content: string, force: boolean, clock: Clock): Promise<PutFile> {
  const present = await readText(file);
  if (present === content) return { file, outcome: "unchanged" };
  if (present !== undefined && !force) return { file, outcome: "kept" };
  await makeFolder(dirname(file));
  const backup = present === undefined ? undefined : await backUp(file, clock.now());
  await writeAtomically(file, content);
  return backup ? { file, outcome: "replaced", backup } : { file, outcome: "written" };
}

async function backUp(file: string, now: number): Promise<string> {
  const backup = `${file}.${new Date(now).toISOString().replaceAll(/[:.]/g, "-")}.bak`;
  try {
    await copyFile(file, backup);
  } catch (error) {
    throw fileFailure("write", backup, error);
  }
  return backup;
}
