import { join } from "node:path";
import * as z from "zod";
import { type Failure, failureNames } from "#army/failure.ts";
import { readText, writeAtomically } from "#base/files.ts";
import { formatted, parseFormatted } from "#base/format.ts";
import { onReplaced } from "#base/on-replaced.ts";

export interface NotedFailure extends Failure {
  /** ISO 8601, UTC. */
  at: string;
}

const noted = z.object({
  losses: z.record(
    z.string(),
    z.object({ what: z.enum(failureNames), exitStatus: z.int().optional(), at: z.iso.datetime() }),
  ),
});

/** Failures that the watcher recorded, by role; `folder` is the session's own. */
export async function readFailures(folder: string): Promise<Readonly<Record<string, NotedFailure>>> {
  const text = await readText(fileIn(folder)).catch(() => undefined);
  const { success, data } = noted.safeParse(parseFormatted(fileIn(folder), text ?? ""));
  return success ? data.losses : {};
}

export async function writeFailures(folder: string, failures: ReadonlyMap<string, NotedFailure>): Promise<void> {
  const text = formatted({ losses: Object.fromEntries(failures) });
  await writeAtomically(fileIn(folder), text, { durability: "process" });
}

/** After a restart, so that the watcher reports a later failure as a new one. */
export async function forgetFailure(folder: string, role: string): Promise<void> {
  const { [role]: gone, ...left } = await readFailures(folder);
  if (gone) await writeFailures(folder, new Map(Object.entries(left)));
}

/** Calls `tell` when the file changes, until the signal aborts. */
export function onFailures(folder: string, tell: () => void, signal: AbortSignal): void {
  onReplaced(fileIn(folder), tell, { signal });
}

function fileIn(folder: string): string {
  return join(folder, "losses.json");
}
