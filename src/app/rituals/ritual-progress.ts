import { join } from "node:path";
import * as z from "zod";
import type { Services } from "#app/services.ts";
import { readText, writeAtomically } from "#base/files.ts";
import { formatted, parseFormatted } from "#base/format.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { type RitualProgress, ritualBlockers, ritualStates } from "./give-rituals.ts";

const noted = z.object({
  rituals: z.array(
    z.object({ role: z.string(), state: z.enum(ritualStates), blocker: z.enum(ritualBlockers).exactOptional() }),
  ),
});

/** The recorded progress of the rituals of a session. */
export async function readRitualProgress(session: string, services: Services): Promise<RitualProgress[]> {
  const file = fileOf(session, services);
  const text = await readText(file).catch(() => undefined);
  const { success, data } = noted.safeParse(parseFormatted(file, text ?? ""));
  return success ? data.rituals : [];
}

export async function writeRitualProgress(
  session: string,
  progress: readonly RitualProgress[],
  services: Services,
): Promise<void> {
  const kept = progress.map(({ error: _, ...one }) => one);
  await writeAtomically(fileOf(session, services), formatted({ rituals: kept }), { durability: "process" });
}

function fileOf(session: string, { env }: Services): string {
  return join(sessionPaths(resolvePaths(env), session).folder, "rituals.json");
}
