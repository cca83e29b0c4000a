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

/** What the watcher of an army has seen its roles lose; `folder` is the session's own. */
export async function readFailures(folder: string): Promise<Readonly<Record<string, NotedFailure>>> {
  const text = await readText(fileIn(folder)).catch(() => undefined);
  const { success, data } = noted.safeParse(parseFormatted(fileIn(folder), text ?? ""));
  return success ? data.losses : {};
}

export async function writeFailures(folder: string, failures: ReadonlyMap<string, NotedFailure>): Promise<void> {
  const text = formatted({ losses: Object.fromEntries(failures) });
  await writeAtomically(fileIn(folder), text, { durability: "process" });
}

/** A restart removes the failure of its role, so that the watcher tells a later failure from this one. */
export async function forgetFailure(folder: string, role: string): Promise<void> {
  const { [role]: gone, ...left } = await readFailures(folder);
  if (gone) await writeFailures(folder, new Map(Object.entries(left)));
}

/** Tells when they are others, until the signal aborts. */
export function onFailures(folder: string, tell: () => void, signal: AbortSignal): void {
  onReplaced(fileIn(folder), tell, { signal });
}

function fileIn(folder: string): string {
  return join(folder, "losses.json");
}
