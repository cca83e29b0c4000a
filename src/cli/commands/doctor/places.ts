import { accessSync, constants, existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { loadConfig } from "#app/armies/load-config.ts";
import { loadFormation } from "#app/armies/load-formation.ts";
import { fileFailure, temporaryBeside, writeNew } from "#base/files.ts";
import { requireOwner } from "#base/private-folder.ts";
import type { Context } from "#cli/frame/context.ts";
import { type Config, defaultConfig } from "#config/settings.ts";
import { asOvldError, OvldError, reasonOf } from "#errors/ovld-error.ts";
import { resolvePaths } from "#home/paths.ts";
import { type Check, failure } from "./check.ts";
import { openToOthers } from "./leftovers.ts";

/** Bytes. A smaller file may still fit on a full disk. */
const A_BLOCK = 4096;

export interface ReadConfig {
  check: Check;
  config: Config;
}

/** Falls back to the defaults if the settings are invalid, so that the other checks still run. */
export function checkConfig(context: Context): ReadConfig {
  const { words } = context;
  const check = { name: "config", purpose: words.doctor.purposes.config, kind: "config" } as const;
  try {
    const { config, warnings } = loadConfig(context);
    const state = warnings.length > 0 ? "warning" : "ok";
    return { check: { ...check, state, found: words.doctor.configWarnings(warnings.length), fixes: [] }, config };
  } catch (error) {
    return { check: { ...check, ...failure(error, words) }, config: defaultConfig() };
  }
}

export async function checkFormation(context: Context, { formation }: Config): Promise<Check> {
  const { words } = context;
  const check = { name: "formation", purpose: words.doctor.purposes.formation } as const;
  try {
    const { roles } = await loadFormation(formation, context);
    return { ...check, state: "ok", found: words.doctor.formation(formation, roles.length), fixes: [], kind: "config" };
  } catch (error) {
    return { ...check, ...failure(error, words), kind: asOvldError(error).kind };
  }
}

export async function checkHome({ env, words }: Context): Promise<Check> {
  const check = { name: "home", purpose: words.doctor.purposes.home } as const;
  try {
    const { home } = resolvePaths(env);
    accessSync(nearestExisting(home), constants.W_OK | constants.X_OK);
    if (existsSync(home)) await tryRoom(home);
    return { ...check, state: "ok", found: home, fixes: [], kind: "store" };
  } catch (error) {
    if (error instanceof OvldError) return { ...check, ...failure(error, words), kind: error.kind };
    return { ...check, state: "failed", found: reasonOf(error), fixes: [words.doctor.makeHomeWritable], kind: "store" };
  }
}

/** Only a write detects a full disk. The file is removed. */
async function tryRoom(folder: string): Promise<void> {
  const file = temporaryBeside(join(folder, "doctor"));
  try {
    await writeNew(file, Buffer.alloc(A_BLOCK));
  } catch (error) {
    throw fileFailure("write", folder, error);
  } finally {
    await rm(file, { force: true });
  }
}

export function checkModes(context: Context): Check {
  const { words, env } = context;
  const check = { name: "modes", purpose: words.doctor.purposes.modes, kind: "store" } as const;
  try {
    requireOwner(resolvePaths(env).home);
    const open = openToOthers(context);
    const fixes = open.length > 0 ? ["ovld doctor --fix"] : [];
    const state = open.length > 0 ? "warning" : "ok";
    return { ...check, state, found: words.doctor.openToOthers(open.length), fixes };
  } catch (error) {
    if (OvldError.is(error, "folder-foreign")) return { ...check, ...failure(error, words) };
    return { ...check, state: "warning", found: reasonOf(error), fixes: [words.doctor.makeHomeWritable] };
  }
}

export function nearestExisting(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : nearestExisting(dirname(folder));
}
