import { existsSync } from "node:fs";
import { registryOf } from "#app/armies/army-parts.ts";
import { FORMAT } from "#base/format.ts";
import type { Context } from "#cli/frame/context.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { type Check, failure } from "./check.ts";

/** Finds damaged messages of the registered armies. */
export async function checkMail(context: Context): Promise<Check> {
  const { words } = context;
  const check = { name: "mail", purpose: words.doctor.purposes.mail, kind: "store" } as const;
  try {
    const damaged = await damagedMail(context, { setAside: false });
    const state = damaged.length > 0 ? "warning" : "ok";
    return { ...check, state, found: words.doctor.damagedMail(damaged.length), fixes: damaged };
  } catch (error) {
    return { ...check, ...failure(error, words) };
  }
}

/** Damaged message files; with `setAside` they are moved to the `quarantine` of their store. */
export async function damagedMail(context: Context, options: { setAside: boolean }): Promise<string[]> {
  const paths = resolvePaths(context.env);
  const damaged: string[] = [];
  for (const { name, version } of await registryOf(context).list()) {
    const { relay } = sessionPaths(paths, name);
    if (version !== FORMAT || !existsSync(relay)) continue;
    for (const { file, reason } of await context.wire.examineStore(relay, options)) damaged.push(`${file}: ${reason}`);
  }
  return damaged;
}
