import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { OvldError, systemCode } from "#base/errors.ts";
import { fileFailure, readText } from "#base/files.ts";
import { packageRoot } from "./package-root.ts";
import type { Paths } from "./paths.ts";
import { parseToml, type TomlDocument } from "./toml.ts";

/** A user's own formation, else the built-in one of that name. */
export async function readFormationFile(name: string, paths: Paths): Promise<TomlDocument> {
  for (const folder of folders(paths)) {
    const file = join(folder, `${name}.toml`);
    const text = await readText(file);
    if (text !== undefined) return parseToml(file, text);
  }
  throw new OvldError("formation-unknown", { name, known: await listFormations(paths) });
}

/** Names of all formations a person can summon, sorted. */
export async function listFormations(paths: Paths): Promise<string[]> {
  const names = await Promise.all(folders(paths).map(namesIn));
  return [...new Set(names.flat())].sort();
}

function folders(paths: Paths): string[] {
  return [paths.formations, join(packageRoot(), "formations")];
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const files = await readdir(folder);
    return files.filter((file) => file.endsWith(".toml")).map((file) => file.slice(0, -".toml".length));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw fileFailure("read", folder, error);
  }
}
