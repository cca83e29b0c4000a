import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileFailure, readTextNow } from "#base/files.ts";
import { parseToml, type TomlDocument } from "#base/toml.ts";
import { OvldError, systemCode } from "#errors/ovld-error.ts";
import { packageRoot } from "./package-root.ts";
import type { Paths } from "./paths.ts";

declare const __OVLD_FORMATIONS__: Readonly<Record<string, Record<string, unknown>>> | undefined;

/** A user's own formation, else the built-in one of that name. */
export function readFormationFile(name: string, paths: Paths): TomlDocument {
  for (const folder of folders(paths)) {
    const file = join(folder, `${name}.toml`);
    // Parsing TOML takes a tenth of the time of `summon`, so the build inlines the shipped formations.
    if (
      folder !== paths.formations &&
      typeof __OVLD_FORMATIONS__ === "object" &&
      Object.hasOwn(__OVLD_FORMATIONS__, name)
    )
      return { file, value: __OVLD_FORMATIONS__[name] ?? {}, at: () => ({ line: 1, column: 1 }) };
    const text = readTextNow(file);
    if (text !== undefined) return parseToml(file, text);
  }
  throw new OvldError("formation-unknown", { name, known: listFormations(paths) });
}

/** Whether only a built-in formation has this name. */
export function isBuiltIn(name: string, paths: Paths): boolean {
  return !existsSync(join(paths.formations, `${name}.toml`));
}

/** Names of all available formations, sorted. */
export function listFormations(paths: Paths): string[] {
  return [...new Set(folders(paths).flatMap(namesIn))].sort();
}

function folders(paths: Paths): string[] {
  return [paths.formations, join(packageRoot(), "formations")];
}

function namesIn(folder: string): string[] {
  try {
    const files = readdirSync(folder);
    return files.filter((file) => file.endsWith(".toml")).map((file) => file.slice(0, -".toml".length));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw fileFailure("read", folder, error);
  }
}
