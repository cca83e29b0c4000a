import { lstat, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Services } from "#app/services.ts";
import { fileFailure, makeFolder } from "#base/files.ts";
import { FORMAT } from "#base/format.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { registryOf } from "./army-parts.ts";

/** Throws for an army in the folder layout of ovld 0.1, where agents can write every file. */
export function requireCurrent({ name, version }: SessionEntry): void {
  if (version !== FORMAT) throw new OvldError("session-outdated", { session: name });
}

/** Converts the folder of an ended army to the layout of this version. */
export async function takeOver({ name, version }: SessionEntry, services: Services): Promise<void> {
  if (version === FORMAT) return;
  const { relay } = sessionPaths(resolvePaths(services.env), name);
  const old = join(relay, "roster.json");
  const [store, roster] = await Promise.all([relay, old].map((path) => lstat(path).catch(() => undefined)));
  if (store && !store.isDirectory()) throw new OvldError("store-damaged", { file: relay });
  if (roster?.isFile()) {
    await makeFolder(join(relay, "closed"));
    await rename(old, join(relay, "closed", "roster.json")).catch((error: unknown) => {
      throw fileFailure("write", old, error);
    });
  }
  await registryOf(services).note(name, { version: FORMAT });
}
