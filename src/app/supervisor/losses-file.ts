import { join } from "node:path";
import * as z from "zod";
import { type Loss, lossNames } from "#army/loss.ts";
import { readText, writeAtomically } from "#base/files.ts";
import { formatted, parseFormatted } from "#base/format.ts";
import { onReplaced } from "#base/on-replaced.ts";

export interface NotedLoss extends Loss {
  /** ISO 8601, UTC. */
  at: string;
}

const noted = z.object({
  losses: z.record(
    z.string(),
    z.object({ what: z.enum(lossNames), exitStatus: z.int().optional(), at: z.iso.datetime() }),
  ),
});

/** What the watcher of an army has seen its roles lose; `folder` is the session's own. */
export async function readLosses(folder: string): Promise<Readonly<Record<string, NotedLoss>>> {
  const text = await readText(fileIn(folder)).catch(() => undefined);
  const { success, data } = noted.safeParse(parseFormatted(fileIn(folder), text ?? ""));
  return success ? data.losses : {};
}

export async function writeLosses(folder: string, losses: ReadonlyMap<string, NotedLoss>): Promise<void> {
  const text = formatted({ losses: Object.fromEntries(losses) });
  await writeAtomically(fileIn(folder), text, { durability: "process" });
}

/** A restart removes the loss of its role, so that the watcher tells a later loss from this one. */
export async function forgetLoss(folder: string, role: string): Promise<void> {
  const { [role]: gone, ...left } = await readLosses(folder);
  if (gone) await writeLosses(folder, new Map(Object.entries(left)));
}

/** Tells when they are others, until the signal aborts. */
export function onLosses(folder: string, tell: () => void, signal: AbortSignal): void {
  onReplaced(fileIn(folder), tell, { signal });
}

function fileIn(folder: string): string {
  return join(folder, "losses.json");
}
